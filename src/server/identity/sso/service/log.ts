import { randomBytes } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { id } from '#contract/shapes.ts';
import type { SsoProtocol } from '#contract/sso/connection.ts';
import type { SsoOutcome } from '#contract/sso/outcomes.ts';
import type { SsoEvent } from '#contract/sso/sso.ts';
import type { SsoRefusal } from '#server/identity/sso/rules.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Database, TenantId } from '#server/platform/database/database.ts';
import { db, sql } from '#server/platform/database/query.ts';
import { readSortedPage, type PageQuery } from '#server/platform/http/contract/cursor.ts';
import type { TenantScope } from '#server/platform/http/contract/guard.ts';

/** Dependencies of sign-ins: the context, and the server's log. */
export type SsoContext = AppContext & { log: Pick<FastifyBaseLogger, 'info' | 'warn'> };

type NewEvent = {
  protocol: SsoProtocol;
  outcome: SsoOutcome;
  reference: string;
  email: string | null;
};

/** Returns a number that the person who signs in can give to their administrator. */
export const newReference = () => randomBytes(5).toString('hex').toUpperCase();

/** Returns the statement that records a sign-in: its result, and nothing that the provider sent but the address. */
export const insertEvent = (tenant: TenantId, event: NewEvent) =>
  db.insertInto('sso_events').values({ tenant_id: tenant, ...event });

/** Records a refused sign-in in a transaction of its own. */
export const recordEvent = (database: Database, tenant: TenantId, event: NewEvent) =>
  database.tenant(tenant, (tx) => tx.run(insertEvent(tenant, event)));

/** Refusals that concern one person: nothing is wrong with the connection. */
const ofPerson: readonly SsoOutcome[] = [
  'denied',
  'accountRefused',
  'noMember',
  'memberRefused',
  'noSeat',
  'suspended',
  'emailDomain',
  'otherDomain',
  'otherPerson',
];

type Refused = {
  tenant: TenantId;
  protocol: SsoProtocol;
  reference: string;
  refusal: SsoRefusal;
  email?: string | null;
};

/** Records a refusal for owners, and logs it with its exact cause for operators (R-SSO-23). */
export async function recordRefusal(
  { database, log }: SsoContext,
  { refusal, email = null, ...of }: Refused,
) {
  const { outcome, detail } = refusal;
  const { tenant, ...event } = of;
  await recordEvent(database, tenant, { ...event, outcome, email });
  const level = ofPerson.includes(outcome) ? 'info' : 'warn';
  const line = { ...of, outcome, ...(detail !== null && { detail }) };
  log[level](line, 'sign-in through the identity provider refused');
}

/** Lists the sign-ins of the organization, newest first (R-SSO-08). */
export const listEvents = ({ id: tenant, run }: TenantScope, page: PageQuery) =>
  run(async (tx) => {
    const key = sql<string>`sso_events.id`;
    const rows = db.selectFrom('sso_events').selectAll().where('tenant_id', '=', tenant);
    const list = { rows, key, id: key, keySchema: id, descending: true };
    const { items, next } = await readSortedPage(tx, page, list);
    const toRecord = (row: (typeof items)[number]): SsoEvent => ({
      id: row.id,
      at: row.at.toISOString(),
      protocol: row.protocol as SsoProtocol,
      outcome: row.outcome,
      reference: row.reference,
      email: row.email,
    });
    return { items: items.map(toRecord), next };
  });
