import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { testDatabase } from '#server/platform/database/test/database.ts';
import { rowFactories } from '#server/platform/database/test/rows.ts';
import { inTransaction } from './distribute.ts';
import { createClusterFunctions } from './functions.ts';

/** Tests that a node of a cluster and the coordinator together return of a caller what one machine returns (R-REL-12). */
const { owner } = await testDatabase();
beforeAll(async () => {
  const client = await owner.connect();
  await inTransaction(client, () => createClusterFunctions(client)).finally(() => client.release());
});
type Row = Record<string, unknown>;
const ask = async <R extends object = Row>(question: string, ...values: unknown[]) =>
  (await owner.query<R>(question, values)).rows;
const { insert, tenant, person, member, price, give } = rowFactories(ask);

const session = async (user_id: string, more: Row = {}) => {
  const token_hash = randomBytes(32);
  const lasting = { expires_at: '2999-01-01', ends_at: '2999-01-01' };
  await insert('sessions', { token_hash, user_id, ...lasting, ...more });
  return token_hash;
};
const enter = (hash: Buffer, of: string) =>
  ask('select * from app.authorize($1, $2, true)', hash, of);
const enterMember = (user: unknown, of: string) =>
  ask('select * from app.authorize_node_read($1, $2)', user, of);
const inSteps = async (hash: Buffer, of: string) => {
  const [found] = await ask('select * from app.find_session($1)', hash);
  if (!found) return [];
  const { is_restricted: isRestricted, ...sessionOf } = found;
  const [member] = await enterMember(found['user_id'], of);
  const { has_policies: hasPolicies, ...rights } = member ?? {};
  // Policies are the coordinator's.
  if (isRestricted || hasPolicies) return enter(hash, of);
  return [{ ...sessionOf, ...rights, facts: null }];
};

const organization = async (tier: number) => {
  const id = await tenant();
  await give(id, await price(tier, 0));
  return id;
};
const memberOf = async (of: string, more: Row = {}) => {
  const user_id = await person();
  await member(of, { user_id, ...more });
  return user_id;
};

const callers: Record<string, () => Promise<[hash: Buffer, of: string]>> = {
  'an owner': async () => {
    const of = await organization(3);
    return [await session(await memberOf(of)), of];
  },
  'a guest of an organization that is overdue': async () => {
    const of = await organization(2);
    const hash = await session(await memberOf(of, { role: 3 }));
    const overdue = `update tenant_products set status = 'past_due', grace_ends = '2000-01-01' where tenant_id = $1`;
    await ask(overdue, of);
    return [hash, of];
  },
  'a member without a plan': async () => {
    const of = await tenant();
    return [await session(await memberOf(of, { role: 2 })), of];
  },
  'an invited person': async () => {
    const of = await organization(1);
    return [await session(await memberOf(of, { status: 0 })), of];
  },
  'a member of another organization': async () => {
    const of = await organization(1);
    return [await session(await memberOf(await organization(2))), of];
  },
  'a session that is due': async () => {
    const of = await organization(1);
    const soon = new Date(Date.now() + 60_000);
    return [await session(await memberOf(of), { expires_at: soon }), of];
  },
  'an operator who impersonates': async () => {
    const of = await organization(1);
    const impersonator_id = await person({ type: 0, operator_role: 'support' });
    return [await session(await memberOf(of), { impersonator_id }), of];
  },
  'a person who signed in by a link': async () => {
    const of = await organization(1);
    return [await session(await memberOf(of), { methods: '{link}' }), of];
  },
  'a member of an organization with policies': async () => {
    const of = await organization(1);
    await insert('tenant_policies', { tenant_id: of, sign_in_methods: '{google}' });
    return [await session(await memberOf(of), { methods: '{password}' }), of];
  },
  'a member who lacks a required second factor': async () => {
    const of = await organization(1);
    await insert('tenant_policies', { tenant_id: of, factor_days: 0, factor_since: '2000-01-01' });
    return [await session(await memberOf(of)), of];
  },
  'a member where single sign-on is enforced': async () => {
    const of = await organization(3);
    await insert('tenant_policies', { tenant_id: of, sign_in_methods: '{sso}' });
    return [await session(await memberOf(of), { methods: '{password}' }), of];
  },
  'a deactivated account': async () => {
    const of = await organization(1);
    const user_id = await person({ active: false });
    await member(of, { user_id });
    return [await session(user_id), of];
  },
  'a revoked session': async () => {
    const of = await organization(1);
    return [await session(await memberOf(of), { revoked_at: '2000-01-01' }), of];
  },
};

test.each(Object.entries(callers))('%s is the same in two steps', async (_who, make) => {
  const [hash, of] = await make();
  expect(await inSteps(hash, of)).toEqual(await enter(hash, of));
});

test('the two steps return what one returns', async () => {
  const columns = async (name: string) =>
    ask(
      `select unnest(proargnames) as name, unnest(proargmodes) as mode from pg_proc
       where pronamespace = 'app'::regnamespace and proname = $1`,
      name,
    ).then((rows) => rows.filter(({ mode }) => mode === 't').map(({ name }) => name));
  const both = [...(await columns('find_session')), ...(await columns('authorize_node_read'))];
  const inOne = [...(await columns('authorize')), 'is_restricted', 'has_policies'];
  expect([...both, 'facts'].toSorted()).toEqual(inOne.toSorted());
});

describe('An entry', () => {
  test('opens the scope of the organization for its members alone (R-SEC-03)', async () => {
    const of = await organization(1);
    const [insider, stranger] = [await memberOf(of), await person()];
    const scopeOf = async (user: string) => {
      const client = await owner.connect();
      try {
        await client.query('begin');
        await client.query('select from app.authorize_node_read($1, $2)', [user, of]);
        return (await client.query<Row>('select app.tenant_id() as id')).rows[0]?.['id'];
      } finally {
        await client.query('rollback');
        client.release();
      }
    };
    expect([await scopeOf(insider), await scopeOf(stranger)]).toEqual([of, null]);
    await insert('tenant_policies', { tenant_id: of });
    expect(await scopeOf(insider)).toBeNull();
  });
});
