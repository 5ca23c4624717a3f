import { beforeEach, describe, expect, test } from 'vitest';
import { tokenHash } from '#server/platform/http/contract/guard.ts';
import {
  toTestMember,
  registerOwner,
  signInOperator,
  sharedApplication,
} from '#server/test/application.ts';

/** Session lifetimes as in docs/asvs.md (R-ACC-19), by the clock of the database. */
const product = await sharedApplication();
const { owner } = product.open;
const hour = 3_600;

type Times = { left: number; longest: number };

/** Returns seconds until a session ends when idle and at the latest. */
const timesOf = async (token: string): Promise<Times> => {
  const { rows } = await owner.query<Times>(
    `select extract(epoch from expires_at - now())::float as left,
            extract(epoch from ends_at - now())::float as longest
     from sessions where token_hash = $1`,
    [tokenHash(token)],
  );
  return rows[0] ?? { left: 0, longest: 0 };
};

const setTimes = (token: string, { left, longest }: Times) =>
  owner.query(
    `update sessions set expires_at = now() + make_interval(secs => $2),
                         ends_at = now() + make_interval(secs => $3)
     where token_hash = $1`,
    [tokenHash(token), left, longest],
  );

const about = (seconds: number) => expect.closeTo(seconds, -2);

describe.each([
  { who: 'a member', longest: 14 * 24 * hour, idle: 7 * 24 * hour },
  { who: 'the operator', longest: 8 * hour, idle: hour / 2 },
])('a session of $who (R-ACC-19)', ({ who, longest, idle }) => {
  let person: Awaited<ReturnType<typeof registerOwner>>;
  beforeEach(async () => {
    person = await (who === 'a member' ? registerOwner(product) : signInOperator(product));
  });
  const visit = () => person.api.users.getCurrent();

  test('has an idle and a maximum lifetime and ends when idle', async () => {
    expect(await timesOf(person.token)).toEqual({ left: about(idle), longest: about(longest) });
    await setTimes(person.token, { left: -1, longest });
    await expect(visit()).rejects.toMatchObject({ code: 'unauthorized' });
  });

  test('is extended by each request, never beyond its maximum lifetime', async () => {
    await setTimes(person.token, { left: 60, longest });
    await visit();
    expect((await timesOf(person.token)).left).toEqual(about(idle));
    await setTimes(person.token, { left: 60, longest: 90 });
    await visit();
    expect((await timesOf(person.token)).left).toBeLessThan(idle / 10 + 90);
    expect((await timesOf(person.token)).longest).toEqual(about(90));
  });
});

test('extending a session writes no audit entry', async () => {
  const person = await registerOwner(product);
  const sessionAudits = async () =>
    (await owner.query(`select from audit_log where action like 'session.%'`)).rowCount;
  await owner.query(`update sessions set expires_at = now() + interval '1 minute'`);
  const before = await sessionAudits();
  await person.api.users.getCurrent();
  expect((await timesOf(person.token)).left).toBeGreaterThan(hour);
  expect(await sessionAudits()).toBe(before);
});

test('impersonation ends after an hour despite continuous requests (R-SEC-08)', async () => {
  const person = await registerOwner(product);
  const operator = await signInOperator(product);
  const acting = toTestMember(
    product,
    await operator.api.accounts.impersonate({
      params: { userId: person.user.id },
      body: { reason: 'Ticket 9' },
    }),
  );
  expect(await timesOf(acting.token)).toEqual({ left: about(hour), longest: about(hour) });
  await setTimes(acting.token, { left: 30, longest: 30 });
  await acting.api.users.getCurrent();
  expect((await timesOf(acting.token)).left).toBeLessThan(31);
});
