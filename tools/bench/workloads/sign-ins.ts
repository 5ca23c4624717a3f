import type { Account } from '#tools/bench/accounts.ts';
import type { Scene } from '#tools/bench/stage.ts';
import { asking, get, send, targetsOf, type Workload } from '#tools/bench/workload.ts';
import { listPath } from './reads.ts';

/** Longer windows: requests in flight at the end are not counted, and there are few. */
const patience = 2;
const connections = 4;

/** Returns a sign-in request with email and password. */
export const signIn = ({ email, password }: Account, path = '/api/Authentication/Login') =>
  send('POST', path, { body: { email, password } });

/** Compares sign-in (W6) with the hash and two statements, and measures reads during sign-ins (W7). */
export function signIns({ product, ceilings, measured }: Scene): Workload[] {
  const ours = targetsOf(product, 'product');
  const bare = targetsOf(ceilings, 'bare sign-in');
  const list = get(listPath, measured.headers);
  return [
    {
      name: 'sign-in',
      patience,
      targets: [
        ours(signIn(measured), { connections }),
        bare(signIn(measured, '/login'), { connections }),
        bare(signIn(measured, '/hash'), { connections, name: 'argon2id alone' }),
      ],
      goals: [
        { goal: 'P4 sign-in', limits: { rps: 0.85, cpu: 1.15 } },
        { goal: 'P10 memory under sign-ins', limits: { peakAbove: 40 } },
      ],
    },
    {
      name: 'busy list',
      targets: [
        ours(list, { beside: asking(signIn(measured), connections) }),
        ours(list, { name: 'alone' }),
      ],
      goals: [{ goal: 'P5 list beside sign-ins', limits: { rps: 0.25, p99: 5 } }],
    },
  ];
}
