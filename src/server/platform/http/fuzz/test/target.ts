import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { invitationBody } from '#server/identity/invitations/test/invitations.ts';
import { dataUrl, drawPicture } from '#server/platform/files/test/pictures.ts';
import {
  openTestApplication,
  type TestApplication,
  registerOwner,
} from '#server/test/application.ts';
import { createFuzzActors, type FuzzActors } from './actors.ts';
import { prepareRecords } from './records.ts';

export type FuzzFinding = { what: string; example: string };

/** Running product with organization B, and its logs. */
export type FuzzTarget = {
  product: TestApplication;
  cast: FuzzActors;
  neighbour: OtherTenant;
  port: number;
  /** Returns errors in the logs of the product and PostgreSQL since the last call. */
  loggedErrors: () => Promise<FuzzFinding[]>;
  remove: () => Promise<void>;
};

export async function openFuzzTarget(): Promise<FuzzTarget> {
  const logged: string[] = [];
  const { product, remove } = await openTestApplication({
    variables: { LOG_LEVEL: 'error' },
    logTo: { write: (line) => logged.push(line) },
    postgres: errorLogSettings,
  });
  await product.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = product.app.server.address() as AddressInfo;
  await prepareRecords(product);
  const neighbour = await createOtherTenant(product);
  const cast = await createFuzzActors(product, neighbour.tenant);
  const sqlErrors = await followSqlLog(product.open.owner);
  const loggedErrors = async () => [
    ...logged.splice(0).map((line) => findingOf(line)),
    ...(await sqlErrors()),
  ];
  return { product, cast, neighbour, port, loggedErrors: loggedErrors, remove };
}

const findingOf = (line: string): FuzzFinding => {
  const { msg, err } = JSON.parse(line) as {
    msg: string;
    err?: { message: string; stack: string };
  };
  return { what: `logged: ${msg}: ${err?.message}`, example: err?.stack ?? line };
};

/** Settings with which PostgreSQL logs every refused statement and its reason. */
const errorLogSettings = {
  log_min_messages: 'error',
  log_min_error_statement: 'error',
  log_error_verbosity: 'verbose',
};

/** SQL states that the product expects and maps to a code of the contract. */
const expectedStates = new Set([
  // app.refuse
  'PR001',
  // unique violation
  '23505',
  // conflict with another transaction: serialization failure, deadlock, lock timeout
  '40001',
  '40P01',
  '55P03',
  // follow-up error of an earlier refusal in the same pipeline
  '25P02',
]);

const file = `coalesce(pg_current_logfile(), current_setting('data_directory') || '/../postgres.log')`;
const refusal = /ERROR: {2}(\w{5}): (.*)(?:\n\t.*|\n.*LOCATION: .*)*(?:\n.*STATEMENT: {2}(.*))?/g;

/**
 * Follows PostgreSQL's log: each call returns the unexpected errors since the last one. Requires the
 * settings {@link errorLogSettings}; databases without them log nothing.
 */
async function followSqlLog(owner: Pool) {
  const size = `select size::int from pg_stat_file(${file})`;
  const sizeOf = async () => (await owner.query<{ size: number }>(size)).rows[0]?.size ?? 0;
  let read = await sizeOf();
  return async () => {
    const end = await sizeOf();
    const { rows } = await owner.query<{ text: Buffer }>(
      `select pg_read_binary_file(${file}, $1, $2) as text`,
      [read, end - read],
    );
    read = end;
    const log = rows[0]?.text.toString('utf8') ?? '';
    return [...log.matchAll(refusal)]
      .filter(([, state = '']) => !expectedStates.has(state))
      .map(([, state, message, statement = '']) => ({
        what: `SQL error ${state}: ${message}`,
        example: statement.slice(0, 300),
      }));
  };
}

/** Organization B: no fuzzed caller is a member, and all its data is marked. */
type OtherTenant = {
  tenant: string;
  /** Texts that only replies to the operator may contain. */
  canaries: string[];
  /** Returns true if any row of B has changed since the last call. */
  hasChanged: () => Promise<boolean>;
};

/** Creates B, with its mark in all text fields and files. */
async function createOtherTenant(product: TestApplication): Promise<OtherTenant> {
  const owner = await registerOwner(product);
  const { api, tenant, user } = owner;
  const mark = `canary${user.id.slice(-8)}`;
  const image = dataUrl(await drawPicture('png'));
  await api.users.update({
    params: { id: user.id },
    body: { firstName: mark, lastName: mark, phone: mark },
  });
  const { avatar } = await api.users.updateAvatar({ body: { avatar: image } });
  await api.tenants.update({
    params: { id: tenant },
    body: { name: mark, subdomain: mark, domain: mark, appTheme: 'dark', appColor: 'red' },
  });
  const { icon, subscriptionCustomerId } = await api.tenants.updateImage({
    params: { id: tenant },
    body: { type: 'icon', icon: image },
  });
  const { image: picture } = await api.transactions.create({
    body: {
      description: mark,
      category: mark,
      image,
      quantity: 1,
      price: 1,
      date: '2026-01-01',
    },
  });
  const invitee = { ...invitationBody(2, `${mark}@example.com`), firstName: mark, lastName: mark };
  await api.invitations.invite({ body: invitee });
  const { link } = await api.invitations.updateSettings({
    body: { enableLink: true, enablePublicUrl: false, requireAcceptance: true },
  });
  const files = [avatar, icon, picture, subscriptionCustomerId, link];
  const canaries = [mark, user.email, ...files.filter((name) => name !== null && name !== '')];
  await settled(product);
  let digest = await digestOf(product, tenant);
  const hasChanged = async () => {
    const before = digest;
    digest = await digestOf(product, tenant);
    return digest !== before;
  };
  return { tenant, canaries: canaries as string[], hasChanged };
}

/** Selects pending work, which changes rows when it finishes. Each step begins before the previous one ends. */
const pendingWork = `select from emails where sent_at is null and dead_at is null
  union all select from billing_operations where state in ('open', 'authenticating')
  union all select from provider_events where settled_at is null
  union all select from sandbox.deliveries where next_at is not null
  union all select from graphile_worker.jobs
    where run_at <= now() and (attempts = 0 or locked_at is not null)`;

/** Waits until the emails, billing operations and provider events of B are processed. */
const settled = async ({ open: { owner } }: TestApplication) => {
  while ((await owner.query(pendingWork)).rowCount !== 0) await sleep(10);
};

const digestOf = async ({ open: { owner } }: TestApplication, tenant: string) => {
  const { rows } = await owner.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.columns
     where column_name = 'tenant_id' and table_schema = 'public' order by 1`,
  );
  const sums = [
    ...rows.map(({ name }) => sumOf(name, 'tenant_id = $1')),
    sumOf('tenants', 'id = $1'),
    sumOf('users', 'id in (select user_id from memberships where tenant_id = $1)'),
  ];
  const all = await owner.query<{ digest: string }>(
    `select md5(concat(${sums.map((sum) => `(${sum})`).join(', ')})) as digest`,
    [tenant],
  );
  return all.rows[0]?.digest ?? '';
};

const sumOf = (table: string, condition: string) =>
  `select string_agg(r::text, ';' order by r::text) from ${table} r where ${condition}`;
