import type { Pool } from 'pg';
import type { Kind, Write } from './writes.ts';

/** Minimum and maximum number of records expected for a write. */
type Due = { kind: Kind; least: 0 | 1; most: 0 | 1 };

/**
 * Queries that count complete records by mark. Related rows count: an organization without owner, plan
 * or verification email, an invitation without token or email, and a product without all its prices are
 * not counted.
 */
const found: Record<'transaction' | 'invitation' | 'organization' | 'product', string> = {
  transaction: `select description as mark, count(*) from transactions
    where description = any($1) group by description`,
  invitation: `select split_part(email, '@', 1) as mark, count(*)
    from users join memberships invited on invited.user_id = users.id and invited.status = 0
    where email = any(select unnest($1::text[]) || '@invited.example')
      and exists (select from tokens where tokens.user_id = users.id and purpose = 'invitation'
                    and invited_to = invited.tenant_id)
      and exists (select from mails where recipient = email and created_at = invited.created_at)
    group by email`,
  organization: `select name as mark, count(*)
    from tenants
    join memberships owner on owner.tenant_id = tenants.id and owner.role = 0 and owner.status = 2
    join users on users.id = owner.user_id and email = name || '@proofs.example'
    join tenant_products plan on plan.tenant_id = tenants.id
    where name = any($1)
      and exists (select from tokens where tokens.user_id = users.id and purpose = 'verify')
      and exists (select from mails where recipient = email)
    group by name`,
  product: `select title as mark, count(*) from subscription_products product
    where title = any($1)
      and (select count(*) from subscription_prices where subscription_product_id = product.id) = 2
      and (select count(*) from subscription_features where subscription_product_id = product.id) = 3
    group by title`,
};

/** Records what clients were told, and the records expected for it. */
export class Ledger {
  readonly #dues = new Map<string, Due>();
  /** Marks that changed since the last check. */
  #touched = new Set<string>();
  confirmed = 0;

  /** Records that a client was told of success. */
  confirm(write: Write) {
    this.confirmed += 1;
    this.#note(write, write.kind === 'removal' ? [0, 0] : [1, 1]);
    if (write.replaces) this.#note({ ...write, mark: write.replaces }, [0, 0]);
  }

  /** Records that a write got no response, so that its result is unknown. */
  doubt(write: Write) {
    this.#note(write, [0, 1]);
    if (write.replaces) this.#note({ ...write, mark: write.replaces }, [0, 1]);
  }

  #note({ kind, mark }: Pick<Write, 'kind' | 'mark'>, [least, most]: [0 | 1, 0 | 1]) {
    this.#dues.set(mark, { kind, least, most });
    this.#touched.add(mark);
  }

  /** Checks the marks changed since the last check, or all; returns lost or duplicated ones. */
  async look(pool: Pool, { all = false } = {}) {
    const marks = all ? [...this.#dues.keys()] : [...this.#touched];
    this.#touched = new Set();
    const [lost, doubled]: string[][] = [[], []];
    for (const [kind, question] of Object.entries(found)) {
      const ours = marks.filter((mark) => tableOf(this.#dues.get(mark)?.kind) === kind);
      const { rows } = await pool.query<{ mark: string; count: number }>(question, [ours]);
      const counts = new Map(rows.map(({ mark, count }) => [mark, count]));
      for (const mark of ours) {
        const { least = 0, most = 1 } = this.#dues.get(mark) ?? {};
        const count = counts.get(mark) ?? 0;
        if (count < least) lost?.push(mark);
        if (count > most) doubled?.push(mark);
      }
    }
    return { lost: lost ?? [], doubled: doubled ?? [] };
  }
}

/** Returns the kind of record to count: changes and removals concern transactions. */
const tableOf = (kind: Kind | undefined) =>
  kind === 'change' || kind === 'removal' ? 'transaction' : kind;
