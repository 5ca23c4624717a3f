import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import type { FastifyInstance } from 'fastify';
import { sha256, type Store } from './store.ts';

/** Serves sign-in as the password hash and two statements, and the hash alone. */
export function serveSignIn(app: FastifyInstance, ask: Store) {
  app.post<{ Body: Record<string, string> }>('/login', async (request, reply) => {
    const { email = '', password = '' } = request.body;
    const [person] = await ask<{ id: string; password_hash: string }>(
      'account',
      'select id, password_hash from users where lower(email) = $1',
      [email],
    );
    if (!person || !(await verify(person.password_hash, password))) return reply.code(400).send();
    const token = randomBytes(32).toString('base64url');
    await ask(
      'open session',
      `insert into sessions (token_hash, user_id, expires_at)
       values ($1, $2, now() + interval '14 days')`,
      [sha256(token), person.id],
    );
    return { token };
  });

  // Uses the package's default cost, as the product does. Computed on the first request.
  let known: Promise<string> | undefined;
  app.post<{ Body: Record<string, string> }>('/hash', async (request) => {
    const { password = '' } = request.body;
    known ??= hash(password);
    return { matches: await verify(await known, password) };
  });
}
