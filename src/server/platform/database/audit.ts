import { currentActor } from './actor-context.ts';
import type { DbTransaction } from './driver/db-transaction.ts';
import { sql } from './query.ts';

type AuditEvent = {
  /** Noun and verb, such as `resource.downloaded`; one of the contract's `auditActions`. */
  action: string;
  /** Tenant whose log gets the entry; without one only the operator sees it. */
  tenant?: string | null;
  /** User that the event is about. */
  person?: string | null;
  /** Record that the event is about. */
  target?: string | null;
  /** Values before a change; never a secret. */
  before?: Record<string, unknown> | null;
  /** Values after a change, or further facts; never a secret. */
  details?: Record<string, unknown> | null;
};

const toJson = (values: object | null | undefined) => (values ? JSON.stringify(values) : null);

/** Logs an event that no trigger logs; triggers log changes of rows (decisions 13 and 38). */
export const recordAuditEvent = (
  tx: DbTransaction,
  { action, tenant, person, target, before, details }: AuditEvent,
) =>
  tx.run(
    sql`select app.audit(${action}, ${tenant ?? null}::uuid, ${person ?? null}::uuid,
        ${target ?? null}::uuid, ${toJson(before)}::jsonb, ${toJson(details)}::jsonb)`,
  );

/** Names the actor of the changes that follow in a transaction without a signed-in user. */
export function nameActor(tx: DbTransaction, user: string): void {
  if (currentActor()?.user) return;
  // Pipelined with the next statement, so that it costs no round trip; COMMIT reports a failure.
  void tx.run(sql`select app.set_actor(${user}::uuid)`);
}
