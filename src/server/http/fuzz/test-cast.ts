import { tokenHash } from '#server/http/guard.ts';
import { newPerson } from '#server/members/test-members.ts';
import { registerOwner, signInOperator, type Member, type TestProduct } from '#server/testing.ts';
import { supply, type Supplies } from './test-supplies.ts';
import type { Known } from './test-values.ts';

/** Role of the caller. An `intruder` is the owner of A who names B. */
export type Role = 'anonymous' | 'dead' | 'owner' | 'guest' | 'intruder' | 'operator';

/** Callers in organization A, and their known values. */
export type Cast = {
  headersOf: (role: Role) => Record<string, string>;
  /** Returns plausible values of a field for the current call. */
  known: Known;
  /** Renews callers whose session or rights ended, and the records that calls of this path need. */
  tend: (path: string) => Promise<void>;
  /** Remembers the cursor of the next page. */
  hear: (link: string) => void;
};

const guestOf = async (product: TestProduct, { tenant }: Member) => {
  const { id, headers } = await newPerson(product);
  await product.open.owner.query(
    'insert into memberships (tenant_id, user_id, role, status, joined) values ($1, $2, 3, 2, 1)',
    [tenant, id],
  );
  return { ...headers, 'x-tenant-key': tenant };
};

/** Returns true if the session is live and has its original rights. */
const isThere = async ({ open }: TestProduct, { token, tenant }: Member) => {
  const { rowCount } = await open.owner.query(
    'select from app.authorize($1, $2) where role = 0 and tier >= 2 and not read_only',
    [tokenHash(token), tenant],
  );
  return rowCount === 1;
};

/** Creates organization A, in which endpoints are tested; `foreign` is B. */
export async function castIn(product: TestProduct, foreign: string): Promise<Cast> {
  let operator = await signInOperator(product);
  let owner = await registerOwner(product);
  let guest = await guestOf(product, owner);
  let supplies: Supplies = {};
  let cursors: string[] = [];
  let about = '';
  const tend = async (path: string) => {
    if (path !== about) cursors = [];
    about = path;
    if (!(await isThere(product, operator))) {
      operator = await signInOperator(product);
    }
    if (!(await isThere(product, owner))) {
      owner = await registerOwner(product);
      guest = await guestOf(product, owner);
    }
    supplies = await supply(path, { product, owner, operator });
  };
  return {
    headersOf: (role) => {
      const headers: Record<Role, Record<string, string>> = {
        anonymous: {},
        dead: { authorization: `Bearer sx_${'a'.repeat(43)}` },
        owner: owner.headers,
        guest,
        intruder: { ...owner.headers, 'x-tenant-key': foreign },
        operator: operator.headers,
      };
      return headers[role];
    },
    known: (name) => (name === 'cursor' ? cursors : (supplies[name] ?? [])),
    tend,
    hear: (link) => {
      const cursor = new URLSearchParams(/\?([^>]*)/.exec(link)?.[1]).get('cursor');
      if (cursor) cursors.splice(0, cursors.length < 8 ? 0 : 1, cursor);
    },
  };
}
