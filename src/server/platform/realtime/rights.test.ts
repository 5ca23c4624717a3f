import { describe, expect, it } from 'vitest';
import { Role } from '#contract/access.ts';
import { createTestOrganization } from '#server/identity/members/test/organizations.ts';
import { createTestOperator, openTestSession } from '#server/identity/operators/test/operators.ts';
import { sharedApplication } from '#server/test/application.ts';
import { connectTestHub } from './test/client.ts';

const product = await sharedApplication();
const { owner: rows } = product.open;

type Insider = { headers: Record<string, string>; tenant: string };

/** Connects a member of the organization and joins its group. */
const joined = async ({ headers, tenant }: Insider) => {
  const token = (headers['authorization'] ?? '').replace('Bearer ', '');
  const client = await connectTestHub(product, token);
  await client.hub.invoke('JoinGroup', tenant);
  return client;
};

const messagesOf = async (tenant: string) => {
  const found = await rows.query<{ message: string }>(
    'select message from chat_messages where tenant_id = $1 order by position',
    [tenant],
  );
  return found.rows.map(({ message }) => message);
};

describe('a read-only organization (R-SUB-09)', () => {
  it('reads its chat and hears changes, and sends nothing until it has paid', async () => {
    const { owner, add, id } = await createTestOrganization(product);
    const [one, other] = [await joined(owner), await joined(await add(Role.Member))];
    const later = await add(Role.Guest);
    const send = (message: string) => one.hub.invoke('SendMessage', id, '', message);
    const set = (change: string) =>
      rows.query(`update tenant_products set ${change} where tenant_id = $1`, [id]);
    await send('before');
    await set(`status = 'past_due', grace_ends = now() - interval '1 minute'`);
    await expect(send('unpaid')).rejects.toThrow('billing.readOnly');
    const refused = owner.api.tenants.updateImage({
      params: { id },
      body: { type: 'icon', icon: null },
    });
    await expect(refused).rejects.toMatchObject({ code: 'billing.readOnly' });
    await expect(owner.api.chat.getMessages()).resolves.toMatchObject({ items: [{}] });
    await joined(later);
    await expect.poll(() => other.heard).toContain('Changed subscription');
    await set(`status = 'active', grace_ends = null`);
    await send('paid');
    await expect.poll(() => other.heard).toContain('ReceiveMessage Rui Alves paid');
    expect(await messagesOf(id)).toEqual(['before', 'paid']);
  });
});

describe('a member who loses the right to be in a group (R-RTM-03)', () => {
  it.each([
    [
      'removed',
      'update memberships set status = 3 where tenant_id = $1 and role = 2',
      'update memberships set status = 2 where tenant_id = $1',
    ],
    [
      'suspended with the organization',
      `update tenants set suspended_at = now(), suspension_reason = 'Fraud' where id = $1`,
      'update tenants set suspended_at = null, suspension_reason = null where id = $1',
    ],
  ])(
    'and is %s leaves at once, hears of it, and joins again by the same connection',
    async (_what, lose, regain) => {
      const { add, id } = await createTestOrganization(product);
      const { hub } = await joined(await add(Role.Member));
      const left = new Promise((resolve) => hub.on('Left', resolve));
      const join = () => hub.invoke('JoinGroup', id);
      await rows.query(lose, [id]);
      expect(await left).toBe(id);
      await expect(join()).rejects.toThrow('realtime.notMember');
      await rows.query(regain, [id]);
      await expect(join()).resolves.toBeNull();
    },
  );
});

it('extends a session by a message alone, and by no connection or join (R-ACC-19)', async () => {
  const { owner, add, id } = await createTestOrganization(product);
  const member = await add(Role.Member);
  const expiry = async () => {
    const found = await rows.query<{ expires_at: Date }>(
      'select expires_at from sessions where user_id = $1',
      [member.id],
    );
    return found.rows[0]?.expires_at.getTime();
  };
  await rows.query(
    `update sessions set expires_at = now() + interval '1 minute', idle_seconds = 3600 where user_id = $1`,
    [member.id],
  );
  const before = await expiry();
  const { hub } = await joined(member);
  await hub.invoke('JoinGroup', id);
  await rows.query('update memberships set status = 3 where id = $1', [member.member]);
  await expect(hub.invoke('JoinGroup', id)).rejects.toThrow('realtime.notMember');
  await rows.query('update memberships set status = 2 where id = $1', [member.member]);
  const one = await joined(owner);
  await hub.invoke('JoinGroup', id);
  expect(await expiry()).toBe(before);
  await hub.invoke('SendMessage', id, '', 'used');
  await expect.poll(() => one.heard.join()).toContain('used');
  expect(await expiry()).toBeGreaterThan((before ?? 0) + 60_000);
});

it('announces no member for an operator who acts as them (R-OPR-12)', async () => {
  const { owner, add, id: tenant } = await createTestOrganization(product);
  const member = await add(Role.Member);
  const one = await joined(owner);
  const { id: supporter } = await createTestOperator(product, 'support');
  const acting = await openTestSession(product, member.id, supporter);
  const connected = () => one.heard.filter((each) => each.startsWith('UserConnected'));
  await expect.poll(connected).not.toEqual([]);
  const before = connected().length;
  await joined({ ...acting, tenant });
  await one.hub.invoke('SendMessage', tenant, '', 'after');
  await expect.poll(() => one.heard.join()).toContain('after');
  expect(connected()).toHaveLength(before);
});
