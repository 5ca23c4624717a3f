import { sql, statement } from './query.ts';
import type { Transaction } from './transaction.ts';

interface Event {
  /** A noun and what happened, such as `resource.downloaded`; one of the contract's `auditActions`. */
  action: string;
  /** In whose log; the operator's alone unless given. */
  tenant?: string | null;
  /** Whom it is about. */
  person?: string | null;
  /** What it is about. */
  target?: string | null;
  /** What else there is to say; never a secret. */
  details?: Record<string, string | number | boolean | null>;
}

/** Writes down what changed no row. Changes of rows are written by triggers (decision 13). */
export const audit = (tx: Transaction, { action, tenant, person, target, details }: Event) =>
  tx.run(
    statement(
      sql`select app.audit(${action}, ${tenant ?? null}::uuid, ${person ?? null}::uuid,
        ${target ?? null}::uuid, null, ${details ? JSON.stringify(details) : null}::jsonb)`,
    ),
  );
