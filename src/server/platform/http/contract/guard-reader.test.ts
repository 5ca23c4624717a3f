import { describe, expect, test } from 'vitest';
import { openIsolatedGuard, type Asking } from '#server/platform/http/test/isolated-guard.ts';
import { tokenHash } from './guard.ts';

const {
  database,
  asked,
  counted,
  ask,
  refused,
  organization,
  insider,
  home,
  homeMember,
  asOperator,
  acted,
} = await openIsolatedGuard();

describe('The reader of a GET call', () => {
  const readAs = async (
    way: 'reading' | 'authorizing' | 'once',
    endpoint: string,
    asking: Asking,
  ) => {
    counted.length = 0;
    asked.length = 0;
    return ask(`${way}/${endpoint}/of`, { named: home, ...asking });
  };

  test('returns rows of the tenant and counts the call once', async () => {
    const answer = await readAs('reading', 'member', homeMember);
    const rowsOfHome = { seen: expect.arrayContaining([home]), again: expect.anything() };
    expect(answer).toMatchObject({ ...rowsOfHome, tenant: home });
    expect(new Set((answer as { seen: string[] }).seen)).toEqual(new Set([home]));
    expect(counted).toEqual([home]);
  });

  test('authorizes in the transaction that reads, by no other query', async () => {
    expect(await readAs('once', 'member', homeMember)).toEqual({
      seen: expect.arrayContaining([home]),
    });
    expect([asked, counted]).toEqual([['tenantReadAs'], [home]]);
  });

  test('authorizes a token that was refused before it reads', async () => {
    const member = await insider(home);
    const foreign = await organization();
    expect(await readAs('once', 'member', { ...member, key: foreign })).toEqual(
      refused('notFound'),
    );
    expect(asked).toEqual(['tenantReadAs']);
    expect(await readAs('once', 'member', { ...member, key: foreign })).toEqual(
      refused('notFound'),
    );
    expect(asked).toEqual(['queryUnscoped']);
  });

  test('extends a session whose use is due', async () => {
    const { token } = await insider(home);
    const expiry = async () => {
      const { rows: found } = await database.owner.query<{ expires_at: Date }>(
        'select expires_at from sessions where token_hash = $1',
        [tokenHash(token)],
      );
      return found[0]?.expires_at;
    };
    const soon = new Date(Date.now() + 60_000);
    await database.owner.query('update sessions set expires_at = $2 where token_hash = $1', [
      tokenHash(token),
      soon,
    ]);
    await readAs('once', 'member', { token, key: home });
    expect((await expiry())?.getTime()).toBeGreaterThan(soon.getTime());
  });

  test('is for calls of members alone', async () => {
    const answer = await readAs('reading', 'memberOrOperator', { token: asOperator, key: home });
    expect(answer).toEqual({ message: 'Only calls for members alone have a reader' });
  });

  test('offers no tenant id before authorization', async () => {
    expect(await readAs('reading', 'member', homeMember)).toMatchObject({ hasId: false });
    expect(await readAs('authorizing', 'member', homeMember)).toEqual({ tenant: home });
    expect(counted).toEqual([home]);
  });

  test.each(['reading', 'authorizing'] as const)(
    'refuses like every other call, and counts nothing (%s)',
    async (way) => {
      const { token } = homeMember;
      const foreign = await organization();
      const refusals: [string, Asking, unknown][] = [
        ['member', {}, refused('unauthorized')],
        ['member', { key: home }, refused('unauthorized')],
        ['member', { token: 'a-dead-one', key: home }, refused('unauthorized')],
        ['member', { token }, refused('tenant.undefined')],
        ['member', { token, key: 'x' }, refused('tenant.undefined')],
        ['member', { token, key: foreign }, refused('notFound')],
        ['named', { token, named: 'x' }, refused('notFound')],
        ['named', { token, key: foreign }, refused('tenant.keyMismatch')],
        ['owner', { token, key: home }, refused('tenant.onlyOwner')],
        ['worker', { token, key: home }, refused('tenant.onlyMember')],
        ['tier2', { token, key: home }, refused('access.tier', { tier: 2 })],
        ['cardHolder', { token: acted, key: home }, refused('access.impersonating')],
      ];
      for (const [endpoint, asking, refusal] of refusals) {
        expect(await readAs(way, endpoint, asking)).toEqual(refusal);
        expect(counted).toEqual([]);
      }
      // A refused token is authorized before it reads again.
      expect(await readAs(way, 'member', homeMember)).toMatchObject({ tenant: home });
    },
  );
});
