import { expect, test } from 'vitest';
import { startGoogleSandbox } from '#sandbox/google/google.ts';
import { linkParameter, waitForMail } from '#server/identity/invitations/test/invitations.ts';
import { drawPicture } from '#server/platform/files/test/pictures.ts';
import { sampleBodyOf } from '#server/platform/http/test/bodies.ts';
import {
  endpointPath,
  allEndpoints,
  pathParametersOf,
  type NamedEndpoint,
} from '#server/platform/http/test/endpoints.ts';
import { SecretRegistry, loggedApplication } from '#server/platform/http/test/secrets.ts';
import { toTestMember, priceIdOf } from '#server/test/application.ts';
import { figure, repetitions } from '#tools/kit/seed.ts';

/**
 * Checks that no secret appears in logs, refusals or unexpected database columns (R-SEC-12): calls
 * every endpoint of the contract with secrets in all places, validly and invalidly, and then searches
 * all output for each of them.
 */
const secrets = new SecretRegistry();
const { make, keep } = secrets;
const google = await startGoogleSandbox();
const operator = { email: 'operator@example.com', password: make('password of the operator') };
const product = await loggedApplication({
  OPERATOR_EMAIL: operator.email,
  OPERATOR_PASSWORD: operator.password,
  GOOGLE_CLIENT_ID: 'ours.apps.googleusercontent.com',
  GOOGLE_KEYS_URL: google.keysUrl,
});
const free = await priceIdOf(product, 'Starter', 0);
const paid = await priceIdOf(product, 'Pro', 3);
const refusals: string[] = [];
const refused = { code: expect.any(String) as string };

const session = (kind: string, token: string) => keep(`session of ${kind}`, token);
const plan = { subscriptionPriceId: paid };

/** Creates an owner and records all tokens and sessions that are issued. */
const newOwner = async (email: string) => {
  const password = make('password of a member');
  const form = {
    organization: `Of ${email.split('@')[0]}`,
    email,
    firstName: 'Ana',
    lastName: 'Souza',
  };
  const { accounts } = product.anyone;
  const chosen = { password, confirmPassword: password };
  const made = await accounts.register({
    body: { ...form, ...chosen, selectedSubscription: plan },
  });
  const proof = { password, passwordConfirm: password };
  const token = keep('mailed token', made.verifyToken ?? '');
  const loggedIn = await accounts.verify({ body: { email, token, ...proof } });
  session('a member', loggedIn.token);
  session('a member', (await accounts.login({ body: { email, password } })).token);
  const { verifyToken = '' } = await accounts.reset({ params: { email } });
  keep('mailed token', verifyToken);
  return toTestMember(product, loggedIn);
};

/** Matches names of fields and parameters with secret values. */
const isSecret = /pass|token|secret|^number$|^cvc$/i;
const filled = (body: object | undefined) =>
  body &&
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      isSecret.test(name) && typeof value === 'string' ? make(`what ${name} was given`) : value,
    ]),
  );

type Headers = Record<string, string>;

/** Makes a call with these headers, with secrets in its path, body, query and headers. */
const call = async (endpoint: NamedEndpoint, headers: Headers, broken = false) => {
  const params = pathParametersOf(endpoint).map((name) => [name, make(`what a path was given`)]);
  const [page, key] = [make('what a page was given'), make('key of a request')];
  const body = filled(sampleBodyOf(endpoint, { free, product: free }));
  const text = body && JSON.stringify(body);
  const answer = await product.app.inject({
    method: endpoint.method,
    url: `${endpointPath(endpoint, Object.fromEntries(params) as Record<string, string>)}?t=${page}`,
    headers: {
      ...headers,
      referer: `http://pregao.test/account/verify?e=a@example.com&t=${page}`,
      cookie: `locale=pt-BR; other=${page}`,
      'idempotency-key': key,
      ...(text && { 'content-type': 'application/json' }),
    },
    ...(text && { payload: broken ? text.slice(0, -1) : text }),
  });
  if (answer.statusCode >= 400) refusals.push(answer.body);
};

/** Issues every kind of secret, to an owner, an invited member and an operator. */
const issueAll = async () => {
  const owner = await newOwner('owner@example.com');
  const boss = toTestMember(product, await product.anyone.accounts.login({ body: operator }));
  session('the operator', boss.token);
  const { api, user } = owner;
  await product.open.owner.query('update subscription_products set max_users = 0');
  const body = { email: 'eva@example.com', firstName: 'Eva', lastName: 'Reis', role: 2 as const };
  await api.invitations.invite({ body });
  keep('mailed token', linkParameter(await waitForMail(product, body.email), 'i'));
  const reset = { enableLink: true, enablePublicUrl: false, requireAcceptance: true };
  const { link } = await api.invitations.updateSettings({ body: { ...reset, resetLink: true } });
  keep('join link', link);
  const card = { number: '4242424242424242', expiryMonth: 12, expiryYear: 2060, cvc: '123' };
  const { id: token } = await api.subscriptions.createCardToken({ body: card });
  await api.subscriptions.updateCardToken({ params: { token: keep('card token', token) } });
  const { url } = await api.subscriptions.createPortalSession();
  keep('key of the portal', url.split('/').at(-1) ?? '');
  const params = { userId: user.id };
  const acting = await boss.api.accounts.impersonate({ params, body: { reason: 'To help' } });
  session('an operator who impersonates', acting.token);
  const password = make('password that the operator chose');
  await boss.api.users.setPassword({ params, body: { password } });
  const secretSignInKey = await google.sign({ sub: '1', email: 'a@gmail.com', aud: 'ours' });
  keep('Google token', secretSignInKey);
  const signIn = { email: 'a@gmail.com', loginType: 1 as const, secretSignInKey };
  // The token has another audience.
  await expect(product.anyone.accounts.login({ body: signIn })).rejects.toMatchObject(refused);
  const { rows } = await product.open.owner.query<{ password: string }>(
    'select password from app.credentials',
  );
  for (const login of rows) keep('password of the database', login.password);
  return [{}, owner.headers, boss.headers];
};

/** Calls every endpoint, validly and invalidly: with one set of headers, or with each in a long run. */
const walk = async (visitors: Headers[]) => {
  for (const [n, endpoint] of allEndpoints.entries()) {
    if (endpoint.upload) continue;
    const some = [...visitors, ...visitors].slice(n % visitors.length).slice(0, repetitions(1, 3));
    for (const headers of some) {
      await call(endpoint, headers);
      if (endpoint.body) await call(endpoint, headers, true);
    }
  }
};

/** Causes unexpected failures by a missing table. */
const breakDown = async ({ open }: typeof product) => {
  await open.owner.query('alter table users rename to elsewhere');
  const forAnyone = allEndpoints.filter(({ access, upload }) => access.who === 'anyone' && !upload);
  for (const endpoint of forAnyone) await call(endpoint, {});
  await open.owner.query('alter table elsewhere rename to users');
};

/** Fails calls to external services: email, files and the blog, each configured with a secret. */
const forsake = async (visitors: Headers[]) => {
  await product.close();
  const forsaken = await product.afterwards({
    SMTP_URL: `smtp://mailer:${make('password of the mail server')}@127.0.0.1:9`,
    S3_BUCKET: 'files',
    S3_ENDPOINT: 'http://127.0.0.1:9',
    S3_ACCESS_KEY_ID: 'AKIAIOSFODNN7EXAMPLE',
    S3_SECRET_ACCESS_KEY: make('secret of the bucket'),
    GHOST_URL: 'http://127.0.0.1:9',
    GHOST_KEY: make('key of the blog'),
  });
  const { accounts, blog } = forsaken.anyone;
  await accounts.reset({ params: { email: 'owner@example.com' } });
  await expect(blog.getAll()).rejects.toMatchObject(refused);
  const avatar = `data:image/png;base64,${(await drawPicture('png')).toString('base64')}`;
  const answer = await forsaken.app.inject({
    method: 'POST',
    url: '/api/User/UpdateAvatar',
    headers: visitors[1] ?? {},
    payload: { avatar },
  });
  refusals.push(answer.body);
  await expect
    .poll(async () => (await product.logs())['product'])
    .toContain('email delivery failed');
  await forsaken.close();
};

test(
  'no secret of a run is in its logs or refusals',
  async () => {
    const visitors = await issueAll();
    await walk(visitors);
    await breakDown(product);
    await forsake(visitors);
    const { product: log, process: output, postgres } = await product.logs();
    expect(log).toContain('unexpected failure');
    expect(postgres).toContain('relation "users" does not exist');
    for (const text of [log, output, postgres, refusals.join('\n')].map(String)) {
      expect(secrets.within(text)).toEqual([]);
    }
  },
  repetitions(60_000, 0),
);

/** Columns that must store a secret in clear text, permanently or until it is sent. */
const needed: Record<string, string[]> = {
  'app.credentials.password': ['password of the database'],
  'public.join_links.token': ['join link'],
  // Raw events are readable by the operator only and contain these values as identifiers.
  'public.provider_events.body': ['card token', 'key of the portal'],
};

test('no secret of a run is in the database, except where it is needed', async () => {
  const rows = await product.rows();
  const found = rows.flatMap(({ place, text }) =>
    secrets.within(text, needed[place]).map((kind) => `${place}: ${kind}`),
  );
  expect([...new Set(found)]).toEqual([]);
  figure(
    'secrecy',
    `${secrets.count} secrets of ${allEndpoints.length} calls: in no log or refusal, and in no column but where needed`,
  );
});
