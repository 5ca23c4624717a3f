import { randomUUID } from 'node:crypto';
import type { JWTPayload } from 'jose';
import type { Role } from '#contract/access.ts';
import type { Failure } from '#contract/errors.ts';
import type { TestApplication } from '#server/test/application.ts';
import { connectProvider, createSsoOrganization, type SsoOrganization } from './connection.ts';
import { signIdToken, startForgingProvider } from './provider.ts';

/** Returns the claims of a new person with an address of the organization. */
export const newIdentity = ({ domain }: SsoOrganization) => {
  const sub = randomUUID();
  return { sub, email: `${sub}@${domain}`, given_name: 'Lia', family_name: 'Prado' };
};

/** A started sign-in, with the parameters that the provider received. */
export type StartedFlow = {
  organization: string;
  asked: URLSearchParams;
  flow: string;
  state: string;
  nonce: string;
};

/** Starts a provider and an organization that is connected to it, and returns functions that sign in. */
export async function startSso(product: TestApplication) {
  const provider = await startForgingProvider();
  const key = await provider.addKey('first');
  const organization = await createSsoOrganization(product);
  await connectProvider(product, organization, { issuer: provider.issuer });

  const start = async ({ id }: SsoOrganization = organization): Promise<StartedFlow> => {
    const { url, flow } = await product.anyone.sso.start({ body: { organization: id } });
    const asked = new URL(url ?? '').searchParams;
    const [state, nonce] = [asked.get('state') ?? '', asked.get('nonce') ?? ''];
    return { organization: id, asked, flow: flow ?? '', state, nonce };
  };

  const finish = (
    { organization: of, state, nonce, flow }: StartedFlow,
    changes: Record<string, string> = {},
  ) => {
    const query = new URLSearchParams({ state, code: nonce, iss: provider.issuer, ...changes });
    const body = { organization: of, query: query.toString(), flow };
    return product.anyone.sso.finish({ body });
  };

  /** Returns the function that issues ID tokens with these claims. */
  const issuing = (claims: JWTPayload) => (nonce: string) =>
    signIdToken(provider, { key, kid: 'first', nonce, claims });

  /** Signs in with an ID token that has these claims. */
  const signInWith = async (claims: JWTPayload, of: SsoOrganization = organization) => {
    provider.tokenFor = issuing(claims);
    const { session } = await finish(await start(of));
    if (!session) throw new Error('Expected a session');
    return session;
  };

  return {
    ...readers(product, organization),
    provider,
    key,
    organization,
    start,
    finish,
    issuing,
    signInWith,
  };
}

/** Returns functions that read results, of this organization unless another one is given. */
export const readers = (product: TestApplication, organization: SsoOrganization) => ({
  outcomes: async ({ owner }: SsoOrganization = organization) =>
    (await owner.api.sso.getEvents({})).items.map(({ outcome }) => outcome),

  /** Returns the outcome in the log of a refused sign-in, after the reference has been compared. */
  outcomeOf: async (attempt: Promise<unknown>, of: SsoOrganization = organization) => {
    const failure = await attempt.then(
      () => null,
      (error: Failure) => error,
    );
    const [newest] = (await of.owner.api.sso.getEvents({})).items;
    if (failure?.code !== 'sso.failed' || failure.params['reference'] !== newest?.reference) {
      return `not refused with a reference: ${failure?.code}`;
    }
    return newest?.outcome;
  },

  roleOf: async (user: string, { id }: SsoOrganization = organization) => {
    const { rows } = await product.open.owner.query<{ role: Role }>(
      'select role from memberships where tenant_id = $1 and user_id = $2 and status = 2',
      [id, user],
    );
    return rows[0]?.role;
  },
});
