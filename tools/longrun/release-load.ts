import type { Account } from '#tools/bench/accounts.ts';

/** Experience of the clients. */
export interface Met {
  requests: number;
  /** Unexpected responses, as text. */
  errors: string[];
  /** Duration of the longest request in ms. */
  longest: number;
}

const body = JSON.stringify({ description: 'PETR4', quantity: 3, price: 2.55, date: '2026-03-01' });

/** Writes and reads as these accounts without a pause until stopped. */
export function startClients(origin: string, accounts: Account[]) {
  const met: Met = { requests: 0, errors: [], longest: 0 };
  const over = new AbortController();
  const ask = async (path: string, init: RequestInit) => {
    const began = performance.now();
    const status = await fetch(`${origin}/api${path}`, init).then(
      async (answer) => `${answer.status} ${await answer.text()}`,
      String,
    );
    met.requests += 1;
    met.longest = Math.max(met.longest, performance.now() - began);
    if (!/^20\d /.test(status)) met.errors.push(`${path}: ${status.slice(0, 300)}`);
  };
  const clients = accounts.map(async ({ headers, tenant }) => {
    const json = { ...headers, 'content-type': 'application/json' };
    while (!over.signal.aborted) {
      await ask('/Transaction/Create', { method: 'POST', headers: json, body });
      await ask('/Transaction/GetAll?limit=10', { headers });
      await ask(`/TenantUsers/GetAll/${tenant}`, { headers });
    }
  });
  return {
    stop: async (): Promise<Met> => {
      over.abort();
      await Promise.all(clients);
      return met;
    },
  };
}
