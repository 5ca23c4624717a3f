import type { DbTransaction } from './driver/transaction.ts';
import { sql, statement } from './query.ts';

interface AuditEvent {
  /** Noun and verb, such as `resource.downloaded`; one of the contract's `auditActions`. */
  action: string;
  /** Tenant whose log gets the entry; without one only the operator sees it. */
  tenant?: string | null;
  /** User that the event is about. */
  person?: string | null;
  /** Record that the event is about. */
  target?: string | null;
  /** Further facts; never a secret. */
  details?: Record<string, string | number | boolean | null>;
}

/** Logs an event that changes no row. Triggers log changes of rows (decision 13). */
export const recordAuditEvent = (
  tx: DbTransaction,
  { action, tenant, person, target, details }: AuditEvent,
) =>
  tx.run(
    statement(
      sql`select app.audit(${action}, ${tenant ?? null}::uuid, ${person ?? null}::uuid,
        ${target ?? null}::uuid, null, ${details ? JSON.stringify(details) : null}::jsonb)`,
    ),
  );
