import { Readable } from 'node:stream';
import { Role, UserType } from '#contract/access.ts';
import type { FileResponse } from '#contract/endpoint.ts';
import { JoinMethod, LoginType, MemberStatus } from '#contract/statuses.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { recordAuditEvent } from '#server/platform/database/audit.ts';
import type { Database, UserId } from '#server/platform/database/database.ts';
import { sql } from '#server/platform/database/query.ts';
import type { Storage } from '#server/platform/files/storage.ts';
import {
  loadCurrentRights,
  PermissionRevoked,
} from '#server/platform/http/contract/current-rights.ts';
import type { AuthSession } from '#server/platform/http/contract/guard.ts';
import { productBrand } from '#server/platform/mail/brand.ts';
import {
  personalLists,
  type PersonalList,
  type PersonalPlace,
  type PersonalRow,
} from './personal-lists.ts';
import { exportedColumns } from './personal-tables.ts';

/** Version of the file's structure: a change that breaks programs that read it increases it. */
const formatVersion = 1;

/**
 * Exports everything that is stored about the caller as JSON (R-DAT-01), read page by page, so that memory use does not
 * depend on its length. The export is audited, and breaks off when the session ends (R-DAT-04).
 */
export async function exportData(
  { database, storage }: AppContext,
  session: AuthSession,
): Promise<FileResponse> {
  const { user } = session;
  await database.account({ id: user }, (tx) =>
    recordAuditEvent(tx, { action: 'user.exported', person: user }),
  );
  const assertAllowed = async () => {
    const rights = await loadCurrentRights(database, session, { tenant: null, scope: null });
    if (!rights) throw new PermissionRevoked();
  };
  return {
    name: 'personal-data.json',
    type: 'application/json; charset=utf-8',
    content: Readable.from(writeFile(readPersonalData({ database, storage, assertAllowed }, user))),
  };
}

/** Writes the parts as the members of one indented JSON object. */
async function* writeFile(parts: ReturnType<typeof readPersonalData>) {
  const about = {
    product: productBrand.name,
    exportedAt: new Date().toISOString(),
    formatVersion,
  };
  yield `{\n  "about": ${indented(about, 2)}`;
  for await (const part of parts) {
    yield `,\n  ${JSON.stringify(part.name)}: `;
    if ('value' in part) yield indented(part.value, 2);
    else yield* writeList(part.items);
  }
  yield '\n}\n';
}

async function* writeList(items: AsyncIterable<unknown>) {
  let isEmpty = true;
  for await (const item of items) {
    yield `${isEmpty ? '[' : ','}\n    ${indented(item, 4)}`;
    isEmpty = false;
  }
  yield isEmpty ? '[]' : '\n  ]';
}

/** Returns a value as JSON whose further lines are indented by a number of blanks. */
const indented = (value: unknown, by: number) =>
  JSON.stringify(value, null, 2).replaceAll('\n', `\n${' '.repeat(by)}`);

/** Dependencies of an export of personal data. */
type Source = {
  database: Database;
  storage: Storage;
  /** Throws if the caller may no longer read; called before each page. */
  assertAllowed: () => Promise<void>;
};

/** Part of the file: a value, or a list that is read page by page. */
type PersonalPart =
  | { name: string; value: unknown }
  | { name: string; items: AsyncIterable<unknown> };

/** Names of organizations by id. */
type TenantNames = Map<unknown, string>;

/** Reads everything that is stored about a person, part by part (R-DAT-01). */
async function* readPersonalData(source: Source, user: UserId): AsyncGenerator<PersonalPart> {
  const names = await readTenantNames(source, user);
  const account = await readAccount(source, user);
  yield { name: 'account', value: toRecord(account, names) };
  yield { name: 'picture', value: await readPicture(source.storage, account['avatar']) };
  for (const list of personalLists()) {
    yield { name: list.name, items: readList(source, list, { user, names }) };
  }
}

/** Runs a query in the scopes of a person and of their account. */
async function readRows(
  { database, assertAllowed }: Source,
  user: UserId,
  query: ReturnType<typeof sql<PersonalRow>>,
) {
  await assertAllowed();
  return database.person(user, (tx) => {
    tx.openAccount({ id: user });
    return tx.all(query);
  });
}

/** Returns the names of the organizations of all memberships; former ones stay nameless. */
async function readTenantNames(source: Source, user: UserId): Promise<TenantNames> {
  const query = sql<PersonalRow>`select tenant_id, name from app.my_memberships()`;
  const rows = await readRows(source, user, query);
  return new Map(rows.map((row) => [row['tenant_id'], String(row['name'])]));
}

async function readAccount(source: Source, user: UserId): Promise<PersonalRow> {
  const columns = columnsOf(exportedColumns('users'));
  const query = sql<PersonalRow>`select ${columns} from users where id = ${user}`;
  const [account] = await readRows(source, user, query);
  if (!account) throw new Error('No account');
  return account;
}

/** Returns the stored picture as a data URL; null without one. */
async function readPicture(storage: Storage, address: unknown) {
  const name = String(address).replace('/files/', '');
  if (name === '' || !(await storage.exists(name))) return null;
  const bytes = Buffer.from(await storage.getBytes(name));
  return `data:image/${name.endsWith('.png') ? 'png' : 'webp'};base64,${bytes.toString('base64')}`;
}

type ListContext = { user: UserId; names: TenantNames };

async function* readList(source: Source, list: PersonalList, { user, names }: ListContext) {
  const columns = columnsOf([...exportedColumns(list.table), ...list.derived]);
  const place: PersonalPlace = { user, tenants: [...names.keys()].map(String), last: undefined };
  let isLast: boolean;
  do {
    const rows = await readRows(
      source,
      user,
      sql<PersonalRow>`select ${columns} from ${list.from(place)}`,
    );
    for (const row of rows) yield toRecord(row, names);
    place.last = rows.at(-1);
    isLast = list.limit === null || rows.length < list.limit;
  } while (!isLast);
}

const columnsOf = (names: string[]) => sql.join(names.map((name) => sql.ref(name)));

/** Names of columns with ids of organizations, which the file shows with its name. */
const tenantColumns = new Map([
  ['tenant_id', 'organization'],
  ['for_tenant', 'organization'],
  ['invited_to', 'invitedTo'],
  ['sso_tenant_id', 'signedInThrough'],
  ['default_tenant_id', 'defaultOrganization'],
  ['break_glass_tenants', 'emergencyAccess'],
]);

/** Names of the numbers that a column may have. */
const enumColumns = new Map<string, Record<string, number>>([
  ['type', UserType],
  ['login_type', LoginType],
  ['role', Role],
  ['status', MemberStatus],
  ['joined', JoinMethod],
]);

/** Converts a row to what the file shows: names instead of ids and numbers; former organizations are null. */
const toRecord = (row: PersonalRow, names: TenantNames) =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => {
      const tenant = tenantColumns.get(column);
      if (tenant !== undefined) return [tenant, toOrganization(value, names)];
      const values = Object.entries(enumColumns.get(column) ?? {});
      const name = column === 'google_sub' ? 'googleAccountId' : toCamelCase(column);
      return [name, values.find(([, number]) => number === value)?.[0] ?? value];
    }),
  );

function toOrganization(id: unknown, names: TenantNames): unknown {
  if (Array.isArray(id)) return id.map((one) => toOrganization(one, names));
  const name = names.get(id);
  return name === undefined ? null : { id, name };
}

const toCamelCase = (column: string) =>
  column.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
