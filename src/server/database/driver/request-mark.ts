import type { QueryConfig } from 'pg';

const write = /^\s*(?:insert into|update|delete from) "?(\w+)/;

/** Functions of the database that change records of the audit log. */
const writers =
  /^\s*select app\.(?:add_entry|add_operator_entry|audit|change_email|claim_registered|end_grants|end_sso_access|delete_invitation|delete_membership_references|invited_account|delete_own_account|delete_own_tenant)\(/;

/** Tables without a record in the log, and billing operations, which track their own steps. */
const unmarked = new Set([
  'billing_operations',
  'billing_notifications',
  'billing_reconciliations',
  'billing_trials',
  'emails',
  'provider_events',
  'saml_keys',
  'sso_events',
  'sso_requests',
  'sso_sessions',
  'tenant_names',
  'usage_notices',
]);

/**
 * Mark of the request with an `Idempotency-Key` that a transaction executes: after a change was committed
 * the request is never executed again (decision 16). Sent with COMMIT.
 */
export class RequestMark {
  readonly #attempt: string | undefined;
  #isDue = false;

  constructor(attempt: string | undefined) {
    this.#attempt = attempt;
  }

  /** Notes a statement that was executed. */
  add(sql: string) {
    const table = write.exec(sql)?.[1];
    this.#isDue ||= table === undefined ? writers.test(sql) : !unmarked.has(table);
  }

  /** Returns the statements to send right before COMMIT. */
  get statements(): QueryConfig[] {
    if (this.#attempt === undefined || !this.#isDue) return [];
    const values = [this.#attempt];
    return [{ name: 'mark_written', text: 'select app.mark_written($1)', values }];
  }
}
