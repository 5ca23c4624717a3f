import { Role } from '#contract/access.ts';
import { Failure } from '#contract/errors.ts';
import { JoinMethod, MemberStatus } from '#contract/statuses.ts';
import { defaultLocale, locales, type Locale } from '#locales/locales.ts';
import { voidInvitations } from '#server/identity/accounts/service/token.ts';
import { changeStatus } from '#server/identity/deactivation/service.ts';
import {
  findMembership,
  findOrCreateAccount,
  mailInvitation,
} from '#server/identity/invitations/service/invite.ts';
import { deleteMembership, lockTenant, toMemberRecord } from '#server/identity/members/service.ts';
import { assertAllowedDomain } from '#server/identity/policies/service/email-domains.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { DbTransaction } from '#server/platform/database/database.ts';
import { scopeTenant } from '#server/platform/database/isolation/ids.ts';
import { db, type TableUpdate } from '#server/platform/database/query.ts';
import type { TenantScope } from '#server/platform/http/contract/guard.ts';
import type { Limits } from '#server/platform/http/protection/limits.ts';
import { ScimFailure } from './errors.ts';
import { parseUser, type ScimUserInput } from './input.ts';
import { phoneColumns, phoneNumbersOf } from './phone-numbers.ts';
import {
  assertVersion,
  isActive,
  toScimUser,
  usersQuery,
  type ScimUser,
  type ScimUserRow,
} from './resources.ts';

/** Tenant and context of a SCIM request; `base` is the address of the service. */
export type ScimRequest = {
  context: AppContext;
  tenant: TenantScope;
  readOnly: boolean;
  limits: Limits;
  base: string;
};
type Change = { id: string; ifMatch: string | undefined };

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const unknownUser = () => new ScimFailure(404, 'There is no user with this id');

async function findUser(tx: DbTransaction, id: string): Promise<ScimUserRow> {
  const row = uuid.test(id) && (await tx.first(usersQuery.where('member.id', '=', id)));
  if (!row) throw unknownUser();
  return row;
}

/** Refuses a change that the organization can't make now; deactivating and removing remain (R-SCM-15). */
export function assertWritable({ readOnly }: ScimRequest) {
  if (readOnly) throw new Failure('billing.readOnly');
}

/** Returns one user; 404 if the organization has none with this id. */
export const getUser = ({ tenant, base }: ScimRequest, id: string) =>
  tenant.run(async (tx) => toScimUser(await findUser(tx, id), base));

/**
 * Provisions a user (R-SCM-03). They are invited by email and get access when they accept: the organization has not
 * proven that the address is theirs, and an account that exists already is never taken over.
 */
export const createUser = (request: ScimRequest, body: unknown) =>
  request.tenant.runOnAccounts(async (tx) => {
    assertWritable(request);
    const { tenant, context, base } = request;
    const input = parseUser(body);
    assertAddress(input, input.userName);
    // The default of creation alone (R-SCM-09).
    const active = input.active ?? true;
    await lockTenant(tx, tenant.id);
    await assertAllowedDomain(tx, tenant.id, input.userName);
    const person = await findOrCreateAccount(tx, input.userName, await localeFor(tx, input));
    if (await findMembership(tx, tenant.id, person.id)) {
      throw new ScimFailure(409, 'The organization has a member or a request with this userName', {
        scimType: 'uniqueness',
      });
    }
    const { id } = await tx.one(
      db
        .insertInto('memberships')
        .values({
          tenant_id: tenant.id,
          user_id: person.id,
          role: Role.Member,
          joined: JoinMethod.Invitation,
          status: active ? MemberStatus.PendingInvitation : MemberStatus.Inactive,
          unaccepted: !active,
          ...columnsOf(input),
        })
        .returning('id'),
    );
    if (active) await mailInvitation(tx, { tenant: tenant.id, context, id, inviter: null });
    return toScimUser(await findUser(tx, id), base);
  });

/** Returns the columns of what a directory sends: what is missing is empty. */
const columnsOf = ({ name, displayName, phoneNumbers, externalId }: ScimUserInput) => ({
  first_name: name?.givenName ?? '',
  last_name: name?.familyName ?? '',
  display_name: displayName || null,
  ...phoneColumns(phoneNumbers),
  external_id: externalId || null,
});

/** Refuses every address but that of the account: only the person can change it (R-SCM-10). */
function assertAddress({ userName, emails }: ScimUserInput, address: string) {
  const sent = [userName, ...(emails ?? []).map(({ value }) => value || address)];
  if (sent.every((one) => one.toLowerCase() === address.toLowerCase())) return;
  throw new ScimFailure(
    400,
    'A user has one address, in userName and emails, which only the person can change',
    { scimType: 'mutability' },
  );
}

/** Returns the language of the invitation: that of the person if we have it, else that of the oldest owner. */
async function localeFor(tx: DbTransaction, input: ScimUserInput): Promise<Locale> {
  const wanted = (input.preferredLanguage ?? input.locale ?? '').slice(0, 2).toLowerCase();
  const known = wanted && locales.find((locale) => locale.startsWith(wanted));
  if (known) return known;
  const owner = await tx.first(
    db
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .select('users.locale')
      .where('memberships.tenant_id', '=', scopeTenant)
      .where('memberships.role', '=', Role.Owner)
      .orderBy('memberships.id')
      .limit(1),
  );
  return (owner?.locale as Locale | undefined) ?? defaultLocale;
}

/** Returns a user as a request wants it; `present` is the user as it is. */
type Wanted = (present: ScimUser) => unknown;

/** Changes a user to what a PUT or PATCH makes of it, under the tenant's lock (R-SCM-04). */
export const changeUser = (request: ScimRequest, { id, ifMatch }: Change, wanted: Wanted) =>
  request.tenant.runOnAccounts(async (tx) => {
    await lockTenant(tx, request.tenant.id);
    const row = await findUser(tx, id);
    const present = toScimUser(row, request.base);
    assertVersion(present, ifMatch);
    const input = parseUser(wanted(present));
    assertAddress(input, row.email);
    // What is not sent stays as it is: above all a deactivation (R-SCM-09).
    const active = input.active ?? isActive(row);
    const isChanged = await saveAttributes(tx, row, input);
    if (isChanged && active) assertWritable(request);
    if (active !== isActive(row)) await setActive(tx, { row, request, active });
    return toScimUser(await findUser(tx, id), request.base);
  });

/**
 * Saves what a PUT or PATCH makes of the attributes; what is as before stays null if it is that of the account. Returns
 * true if something changes.
 */
async function saveAttributes(tx: DbTransaction, row: ScimUserRow, input: ScimUserInput) {
  const { firstName, lastName, phone } = toMemberRecord(row);
  const present = {
    first_name: firstName,
    last_name: lastName,
    display_name: row.display_name,
    ...phoneColumns(phoneNumbersOf(row.phone_numbers, phone)),
    external_id: row.external_id,
  };
  const columns = columnsOf(input);
  const wanted = Object.entries(columns);
  const known = new Map<string, unknown>(Object.entries(present));
  const changes: TableUpdate<'memberships'> = Object.fromEntries(
    wanted.filter(([column, value]) => value !== known.get(column)),
  );
  // The list and the number that the app shows change together.
  if ('phone_numbers' in changes && columns.phone !== phone) changes.phone = columns.phone;
  if (Object.keys(changes).length === 0) return false;
  await tx.run(
    db
      .updateTable('memberships')
      .set(changes)
      .where('tenant_id', '=', scopeTenant)
      .where('id', '=', row.id),
  );
  return true;
}

type Activation = { row: ScimUserRow; request: ScimRequest; active: boolean };

/**
 * Deactivates or reactivates a user: triggers keep the last owner and count seats (R-SCM-04). An invitation loses its
 * link, and is sent again when the user is reactivated.
 */
async function setActive(tx: DbTransaction, { row, request, active }: Activation) {
  if (active) {
    const { status } = await changeStatus(tx, row, { status: MemberStatus.Active });
    if (status !== MemberStatus.PendingInvitation) return;
    const { tenant, context, limits } = request;
    limits.scim(tenant.id, 'scimInvitation');
    await mailInvitation(tx, { tenant: tenant.id, context, id: row.id, inviter: null });
    return;
  }
  if (row.status === MemberStatus.Active) {
    await changeStatus(tx, row, { status: MemberStatus.Inactive });
    return;
  }
  await tx.run(
    db
      .updateTable('memberships')
      .set({ status: MemberStatus.Inactive, unaccepted: true })
      .where('tenant_id', '=', scopeTenant)
      .where('id', '=', row.id),
  );
  await voidInvitations(tx, row.user_id);
}

/** Removes a user from the organization; their account and their records stay. */
export const removeUser = ({ tenant, base }: ScimRequest, { id, ifMatch }: Change) =>
  tenant.run(async (tx) => {
    await lockTenant(tx, tenant.id);
    const row = await findUser(tx, id);
    assertVersion(toScimUser(row, base), ifMatch);
    await deleteMembership(tx, row);
  });
