import { Failure } from '#contract/errors.ts';
import {
  maxCertificates,
  type SsoConnection,
  type SsoConnectionInput,
  type SsoProtocol,
  type SsoSettings,
} from '#contract/sso/connection.ts';
import { isReachable, type Config } from '#server/config.ts';
import { announceGrant } from '#server/identity/grants/service/announce.ts';
import { lockTenant } from '#server/identity/members/service.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { DbTransaction, TenantId } from '#server/platform/database/database.ts';
import { scopeTenant } from '#server/platform/database/isolation/ids.ts';
import { db, sql, type TableRow } from '#server/platform/database/query.ts';
import type { Member, TenantReader, TenantScope } from '#server/platform/http/contract/guard.ts';
import { addressesOf } from './addresses.ts';
import { describeCertificate, toCertificates } from './saml/certificates.ts';
import { replaceLostKeys } from './saml/keys.ts';

export type ConnectionRow = TableRow<'sso_connections'>;
export type Stage = 'draft' | 'active';

const selectConnections = db
  .selectFrom('sso_connections')
  .selectAll()
  .where('tenant_id', '=', scopeTenant);

/** Purpose of the encryption of client secrets, which are bound to their organization. */
const secretOf = (tenant: string) => ({ purpose: 'sso client secret', of: tenant }) as const;

/** Returns the connections and the addresses that the identity provider needs (R-SSO-01). */
export async function getSettings(
  context: AppContext,
  reader: TenantReader & { authorized: () => Promise<{ tenant: TenantScope }> },
): Promise<SsoSettings> {
  const rows = await reader.read(selectConnections);
  const { tenant } = await reader.authorized();
  const of = (stage: Stage) => {
    const row = rows.find((each) => each.stage === stage);
    return row ? toRecord(row) : null;
  };
  return { draft: of('draft'), active: of('active'), addresses: addressesOf(context, tenant.id) };
}

/** Returns the connection of a stage, or undefined. */
export const readConnection = (tx: DbTransaction, stage: Stage) =>
  tx.first(selectConnections.where('stage', '=', stage));

/** Stores the draft, which must be tested again (R-SSO-02). The secret stays unless another one is given. */
export async function updateDraft(
  context: AppContext,
  tenant: TenantScope,
  input: SsoConnectionInput,
): Promise<SsoConnection> {
  const { encryption, config } = context;
  const { clientSecret, roles } = input;
  if (input.protocol === 'saml') await replaceLostKeys(context, tenant.id);
  const secret =
    clientSecret === undefined || clientSecret === ''
      ? undefined
      : await encryption.encrypt(secretOf(tenant.id), clientSecret);
  const values = {
    ...(input.protocol === 'saml' ? toSamlValues(config, input) : toOidcValues(input)),
    protocol: input.protocol,
    signs_out: input.signsOut,
    role_claim: input.roleClaim,
    roles: JSON.stringify(roles),
    default_role: input.defaultRole,
    provisions: input.provisions,
    tested_at: null,
    // In whole milliseconds, so that a test can name the settings that it began with.
    updated_at: sql<Date>`date_trunc('milliseconds', clock_timestamp())`,
    ...(clientSecret !== undefined && { client_secret: secret ?? null }),
  };
  return tenant.run(async (tx) => {
    await lockTenant(tx, tenant.id);
    const stored = await tx.one(
      db
        .insertInto('sso_connections')
        .values({ tenant_id: tenant.id, stage: 'draft', ...values })
        .onConflict((conflict) =>
          conflict.columns(['tenant_id', 'stage']).doUpdateSet((eb) => ({
            ...values,
            // Uses the inserted value: Citus doesn't allow a clock in this place (docs/scaling.md).
            updated_at: eb.ref('excluded.updated_at'),
          })),
        )
        .returningAll(),
    );
    return toRecord(stored);
  });
}

const noSaml = { sign_in_url: '', sign_out_url: '', certificates: [] };

/** Returns the settings of OpenID Connect; refuses an issuer that is no address. */
function toOidcValues({ issuer, clientId }: SsoConnectionInput) {
  const url = URL.parse(issuer);
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username)
    throw new Failure('sso.issuer', { fields: { issuer: ['sso.issuer'] } });
  return { ...noSaml, issuer, client_id: clientId };
}

/** Returns the settings of a SAML provider; refuses what is incomplete. An entity ID is any name. */
function toSamlValues(config: Config, input: SsoConnectionInput) {
  if (input.issuer === '')
    throw new Failure('validation', { fields: { issuer: ['field.required'] } });
  assertAddress(config, 'signInUrl', input.signInUrl);
  if (input.signOutUrl !== '') assertAddress(config, 'signOutUrl', input.signOutUrl);
  const certificates = toCertificates(input.certificates);
  if (certificates.length === 0 || certificates.length > maxCertificates)
    throw new Failure('sso.certificate', { fields: { certificates: ['sso.certificate'] } });
  return {
    issuer: input.issuer,
    client_id: '',
    sign_in_url: input.signInUrl,
    sign_out_url: input.signOutUrl,
    certificates,
  };
}

/** Refuses an address to which we would send no browser: of another kind than https, except in local use. */
function assertAddress(config: Config, field: string, given: string) {
  const url = URL.parse(given);
  const isPlain = url?.protocol === 'http:' && !isReachable(config);
  if (!url || (url.protocol !== 'https:' && !isPlain) || url.username)
    throw new Failure('sso.address', { fields: { [field]: ['sso.address'] } });
}

/**
 * Makes the draft the active connection, if an owner has signed in with exactly these settings (R-SSO-02). Another
 * provider ends the sessions and keys of the former one (R-SSO-16).
 */
export const activate = (
  context: AppContext,
  { tenant, session }: Pick<Member, 'tenant' | 'session'>,
) =>
  tenant.run(async (tx) => {
    await lockTenant(tx, tenant.id);
    const draft = await readConnection(tx, 'draft');
    if (!draft?.tested_at) throw new Failure('sso.notTested');
    const former = await readConnection(tx, 'active');
    if (former && !isSameProvider(former, draft)) await endAccess(tx, tenant.id);
    const { id: _id, tenant_id, stage: _stage, roles, ...settings } = draft;
    const values = { ...settings, roles: JSON.stringify(roles) };
    const active = await tx.one(
      db
        .insertInto('sso_connections')
        .values({ tenant_id, stage: 'active', ...values })
        .onConflict((conflict) => conflict.columns(['tenant_id', 'stage']).doUpdateSet(values))
        .returningAll(),
    );
    const grant = { kind: 'identityProvider', name: active.issuer } as const;
    await announceGrant(tx, { context, tenant, session }, grant);
    return toRecord(active);
  });

/** Ends sign-ins through the identity provider, and the sessions and keys that came of them (R-SSO-16); the draft stays. */
export const deactivate = (tenant: TenantScope) =>
  tenant.run(async (tx) => {
    await lockTenant(tx, tenant.id);
    await tx.run(
      db
        .deleteFrom('sso_connections')
        .where('tenant_id', '=', tenant.id)
        .where('stage', '=', 'active'),
    );
    await endAccess(tx, tenant.id);
  });

/**
 * Ends the sessions that the active connection has opened, and the API keys that were created in them (R-SSO-16); after
 * `lockTenant`, so that no sign-in opens more.
 */
async function endAccess(tx: DbTransaction, tenant: TenantId): Promise<void> {
  await tx.run(sql`select app.end_sso_access()`);
  // Not by the function: Citus runs none with other rights on rows of an organization that has changed.
  await tx.run(db.deleteFrom('api_keys').where('tenant_id', '=', tenant).where('sso', '=', true));
}

/** Refuses to finish a sign-in whose provider has been switched off since it began; after `lockTenant`. */
export async function assertActive(tx: DbTransaction, connection: ConnectionRow) {
  const active = await readConnection(tx, 'active');
  if (!active || !isSameProvider(active, connection)) throw new Failure('sso.expired');
}

const isSameProvider = (one: ConnectionRow, other: ConnectionRow) =>
  one.protocol === other.protocol && one.issuer === other.issuer;

/** Marks the draft as tested, unless it has changed since the test began. */
export const markTested = (tx: DbTransaction, tenant: TenantId, { updated_at }: ConnectionRow) =>
  tx.run(
    db
      .updateTable('sso_connections')
      .set({ tested_at: sql<Date>`now()` })
      .where('tenant_id', '=', tenant)
      .where('stage', '=', 'draft')
      .where('updated_at', '=', updated_at),
  );

/** Returns the client of an OpenID Connect connection with its secret. */
export const toOidcClient = async ({ encryption }: AppContext, row: ConnectionRow) => ({
  issuer: row.issuer,
  clientId: row.client_id,
  clientSecret:
    row.client_secret && (await encryption.decrypt(secretOf(row.tenant_id), row.client_secret)),
});

/** Returns the role mapping of a connection. */
export const toMapping = (row: ConnectionRow) => ({
  roleClaim: row.role_claim,
  roles: row.roles as SsoConnection['roles'],
  defaultRole: row.default_role as SsoConnection['defaultRole'],
  provisions: row.provisions,
});

const toRecord = (row: ConnectionRow): SsoConnection => ({
  ...toMapping(row),
  protocol: row.protocol as SsoProtocol,
  issuer: row.issuer,
  clientId: row.client_id,
  hasSecret: row.client_secret !== null,
  signInUrl: row.sign_in_url,
  signOutUrl: row.sign_out_url,
  certificates: row.certificates.map(describeCertificate),
  signsOut: row.signs_out,
  testedAt: row.tested_at?.toISOString() ?? null,
});
