import { expect, test } from 'vitest';
import { enroll, refusalOf, totpCode } from '#server/identity/factors/test/factors.ts';
import { memberPassword, testApplication } from '#server/test/application.ts';
import { mainHost, registerAddressed } from './test/addresses.ts';

const product = await testApplication({ PUBLIC_URL: `https://${mainHost}` });

test('a second factor completes a sign-in at the address where its session then works (R-ADR-03)', async () => {
  const acme = await registerAddressed(product);
  const { secret } = await enroll(acme);
  const there = product.callerOf({ host: acme.host });
  const body = { email: acme.email, password: memberPassword };
  const { code, params } = await refusalOf(there.accounts.login({ body }));
  expect(code).toBe('account.secondFactorRequired');
  const challenge = String(params['challenge']);
  const { token, user } = await there.factors.completeSignIn({
    body: { challenge, method: 'totp', code: totpCode(secret), remember: false },
  });
  expect(user.tenants.map(({ tenant }) => tenant.id)).toEqual([acme.tenant]);
  const authorization = `Bearer ${token}`;
  const seen = await product.callerOf({ authorization, host: acme.host }).users.getCurrent();
  expect(seen.id).toBe(user.id);
  const elsewhere = product.callerOf({ authorization, host: mainHost }).users.getCurrent();
  await expect(elsewhere).rejects.toMatchObject({ code: 'unauthorized' });
});

test('a passkey, which belongs to the main site, is not asked for at an address (R-ADR-03)', async () => {
  const { owner } = product.open;
  const acme = await registerAddressed(product);
  const { secret } = await enroll(acme);
  await owner.query(
    `insert into passkeys (user_id, credential_id, public_key, counter, name, backed_up)
    values ($1, gen_random_uuid()::text::bytea, '\\x00', 0, 'Key', false)`,
    [acme.user.id],
  );
  const there = product.callerOf({ host: acme.host });
  const body = { email: acme.email, password: memberPassword };
  const { params } = await refusalOf(there.accounts.login({ body }));
  expect(params['methods']).toEqual(['totp', 'recoveryCode']);
  const { token } = await there.factors.completeSignIn({
    body: {
      challenge: String(params['challenge']),
      method: 'totp',
      code: totpCode(secret),
      remember: false,
    },
  });
  const caller = product.callerOf({ authorization: `Bearer ${token}`, host: acme.host });
  expect(await caller.factors.getStepUpMethods()).toEqual({ methods: ['totp', 'recoveryCode'] });
  await owner.query('delete from recovery_codes where user_id = $1', [acme.user.id]);
  await owner.query('delete from totp_factors where user_id = $1', [acme.user.id]);
  expect((await refusalOf(there.accounts.login({ body }))).code).toBe('address.mainSite');
  expect((await refusalOf(caller.factors.getStepUpMethods())).code).toBe('address.mainSite');
});
