import { randomUUID } from 'node:crypto';
import type { OperatorRole } from '#contract/access.ts';
import { tokenHash } from '#server/platform/http/contract/guard.ts';
import type { TestApplication } from '#server/test/application.ts';

/** Opens a session in the database, also of an operator who acts as the user and may write if their role permits it. */
export async function openTestSession(
  { open, callerOf }: TestApplication,
  user: string,
  impersonator: string | null = null,
) {
  const token = `sx_${randomUUID()}`;
  const { rows } = await open.owner.query<{ id: string }>(
    `insert into sessions (token_hash, user_id, impersonator_id, expires_at, writes_at)
     values ($1, $2, $3, now() + interval '1 day', case when $3::uuid is not null then now() end)
     returning id`,
    [tokenHash(token), user, impersonator],
  );
  const headers = { authorization: `Bearer ${token}` };
  return { session: rows[0]?.id ?? '', headers, api: callerOf(headers) };
}

/** Creates an operator in the database, without a password and without an organization. */
export async function createTestOperator(product: TestApplication, role: OperatorRole) {
  const email = `${randomUUID()}@example.com`;
  const { rows } = await product.open.owner.query<{ id: string }>(
    `insert into users (email, first_name, type, operator_role, verified_at)
     values ($1, 'Bia', 0, $2, now()) returning id`,
    [email, role],
  );
  const id = rows[0]?.id ?? '';
  return { id, email, ...(await openTestSession(product, id)) };
}
