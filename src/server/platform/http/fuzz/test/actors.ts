import { createTestUser } from '#server/identity/members/test/organizations.ts';
import { tokenHash } from '#server/platform/http/contract/guard.ts';
import {
  registerOwner,
  signInOperator,
  type TestMember,
  type TestApplication,
} from '#server/test/application.ts';
import type { KnownValues } from './arbitraries.ts';
import { fieldValuesFor, type FieldValues } from './field-values.ts';

/** Role of the caller. An `intruder` is the owner of A who names B. */
export type FuzzRole = 'anonymous' | 'dead' | 'owner' | 'guest' | 'intruder' | 'operator';

/** Callers in organization A, and their known values. */
export type FuzzActors = {
  headersOf: (role: FuzzRole) => Record<string, string>;
  /** Returns plausible values of a field for the current call. */
  known: KnownValues;
  /** Renews callers whose session or rights ended, and the records that calls of this path need. */
  renew: (path: string) => Promise<void>;
  /** Remembers the cursor of the next page. */
  rememberCursor: (link: string) => void;
};

const guestOf = async (product: TestApplication, { tenant }: TestMember) => {
  const { id, headers } = await createTestUser(product);
  await product.open.owner.query(
    'insert into memberships (tenant_id, user_id, role, status, joined) values ($1, $2, 3, 2, 1)',
    [tenant, id],
  );
  return { ...headers, 'x-tenant-key': tenant };
};

/** Returns true if the session is live and has its original rights. */
const isStillAuthorized = async ({ open }: TestApplication, { token, tenant }: TestMember) => {
  const { rowCount } = await open.owner.query(
    'select from app.authorize($1, $2, false) where role = 0 and tier >= 2 and not read_only',
    [tokenHash(token), tenant],
  );
  return rowCount === 1;
};

/** Creates organization A, in which endpoints are tested; `foreign` is B. */
export async function createFuzzActors(
  product: TestApplication,
  foreign: string,
  plan = 'Pro',
): Promise<FuzzActors> {
  let operator = await signInOperator(product);
  let owner = await registerOwner(product, { plan });
  let guest = await guestOf(product, owner);
  let supplies: FieldValues = {};
  let cursors: string[] = [];
  let about = '';
  const tend = async (path: string) => {
    if (path !== about) cursors = [];
    about = path;
    if (!(await isStillAuthorized(product, operator))) {
      operator = await signInOperator(product);
    }
    if (!(await isStillAuthorized(product, owner))) {
      owner = await registerOwner(product, { plan });
      guest = await guestOf(product, owner);
    }
    supplies = await fieldValuesFor(path, { product, owner, operator });
  };
  return {
    headersOf: (role) => {
      const headers: Record<FuzzRole, Record<string, string>> = {
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
    renew: tend,
    rememberCursor: (link) => {
      const cursor = new URLSearchParams(/\?([^>]*)/.exec(link)?.[1]).get('cursor');
      if (cursor) cursors.splice(0, cursors.length < 8 ? 0 : 1, cursor);
    },
  };
}
