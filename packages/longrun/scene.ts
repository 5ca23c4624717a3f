import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { callerAt } from '#tools/caller.ts';
import { openHub, hubUrl } from '#tools/kit/hub.ts';
import { registerOrganization, type Headers, type OwnerAccount } from '#tools/kit/organizations.ts';
import { startDatabaseServer, startProduct } from '#tools/kit/servers.ts';
import { attempt } from './writes.ts';

/** Starts the product on a PostgreSQL of its own, with one organization and no limit of seats. */
export async function startScene(
  stack: AsyncDisposableStack,
  name: string,
  settings: Record<string, string> = {},
) {
  const postgres = await startDatabaseServer(stack);
  const server = await startProduct(stack, { ...postgres.settings, ...settings });
  await postgres.pool.query('update subscription_products set max_users = 0');
  return { postgres, server, owner: await registerOrganization(server.origin, name) };
}

/** Invites a person, with retries under one idempotency key; returns the email address. */
export async function invite(origin: string, owner: Headers, name: string): Promise<string> {
  const email = `${name}@invited.example`;
  const body = { email, firstName: 'Rui', lastName: 'Alves', role: 2 } as const;
  const api = callerAt(origin, { ...owner, 'idempotency-key': randomUUID() });
  const send = () => api.invitations.invite({ body });
  while ((await attempt({ send }, origin)) === null) await sleep(20);
  return email;
}

/** Milliseconds until a message counts as lost. */
const patience = 10_000;

/**
 * Connects a member to the hub with SignalR's own library, which reconnects when disconnected. Returns a
 * function that sends a message, with retries, until it is received; false after a timeout.
 */
export async function connectMember(
  stack: AsyncDisposableStack,
  origin: string,
  { tenant, token }: OwnerAccount,
): Promise<(message: string) => Promise<boolean>> {
  const hub = await openHub(hubUrl(origin, token), 100);
  const received = new Set<string>();
  hub.on('ReceiveMessage', (_user: string, message: string) => received.add(message));
  stack.defer(() => hub.stop());
  return async (message) => {
    for (const began = performance.now(); performance.now() - began < patience;) {
      // Both may be refused for the moment, like any call.
      await hub.invoke('JoinGroup', tenant).catch(() => undefined);
      await hub.invoke('SendMessage', tenant, '', message).catch(() => undefined);
      for (let waited = 0; waited < 500; waited += 20) {
        if (received.has(message)) return true;
        await sleep(20);
      }
    }
    return false;
  };
}
