import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { FastifyRequest } from 'fastify';
import { Pool, type QueryResultRow } from 'pg';

/** Query function that uses prepared statements. */
export type Store = <R extends QueryResultRow>(
  name: string,
  text: string,
  values?: unknown[],
) => Promise<R[]>;

/** Opens a pool with as many connections as the product has. */
export function openStore(connectionString: string): Store {
  const max = Math.min(2 * availableParallelism() + 2, 20);
  const pool = new Pool({ connectionString, max });
  return async (name, text, values = []) => {
    const { rows } = await pool.query({ name, text, values });
    return rows;
  };
}

export const sha256 = (token: string) => createHash('sha256').update(token).digest();

/** Returns the user id of the request's session, or null. */
export async function userOf(ask: Store, request: FastifyRequest): Promise<string | null> {
  const [session] = await ask<{ user_id: string }>(
    'session',
    `select user_id from sessions
     where token_hash = $1 and revoked_at is null and expires_at > now()`,
    [sha256(request.headers.authorization?.slice(7) ?? '')],
  );
  return session?.user_id ?? null;
}
