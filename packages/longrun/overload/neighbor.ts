import { setTimeout as sleep } from 'node:timers/promises';
import { agentAt, requestStatus, type PlainRequest } from '#tools/kit/http.ts';
import type { OwnerAccount } from '#tools/kit/organizations.ts';

/** Response times of another organization in ms. */
export interface Service {
  lists: number[];
  signIns: number[];
  /** Responses other than 200 and 204, by status or error. */
  failures: Record<string, number>;
}

/** Milliseconds after which a request counts as lost. */
const patience = 30_000;
/** Number of clients that read lists, each at most five times a second: below every limit. */
const readers = 7;
const listEvery = 200;
const signInEvery = 400;

/**
 * Acts as another organization from addresses of its own for some seconds: reads lists and signs in with
 * the right password.
 */
export async function actAsNeighbor(
  origin: string,
  sessions: OwnerAccount[],
  seconds: number,
): Promise<Service> {
  const service: Service = { lists: [], signIns: [], failures: {} };
  const end = performance.now() + seconds * 1_000;
  const loop = async (n: number, path: string, request: PlainRequest) => {
    const isSignIn = Boolean(request.body);
    const every = isSignIn ? signInEvery : listEvery;
    const agent = agentAt(`127.1.0.${n + 1}`);
    await sleep((every / readers) * n);
    while (performance.now() < end) {
      const began = performance.now();
      const signal = AbortSignal.timeout(patience);
      const status = await requestStatus(`${origin}${path}`, { ...request, agent, signal });
      const took = performance.now() - began;
      (isSignIn ? service.signIns : service.lists).push(took);
      if (!/^20[04]$/.test(status)) service.failures[status] = (service.failures[status] ?? 0) + 1;
      await sleep(Math.max(0, every - took));
    }
    agent.destroy();
  };
  const { email, password } = sessions[0] as OwnerAccount;
  const lists = Array.from({ length: readers }, (_, n) => {
    const { headers = {} } = sessions[n % sessions.length] ?? {};
    return loop(n, '/api/Transaction/GetAll?limit=20', { headers });
  });
  const signIns = loop(readers, '/api/Authentication/Login', { body: { email, password } });
  await Promise.all([...lists, signIns]);
  return service;
}
