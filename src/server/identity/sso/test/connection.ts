import { randomUUID } from 'node:crypto';
import type { SsoConnectionInput } from '#contract/sso/connection.ts';
import {
  createTestOrganization,
  type TestOrganization,
} from '#server/identity/members/test/organizations.ts';
import type { TestApplication } from '#server/test/application.ts';
import { clientId, clientSecret, type ForgingProvider } from './provider.ts';

export type SsoOrganization = TestOrganization & { domain: string };

/** Creates an organization with a verified domain. */
export async function createSsoOrganization(
  product: TestApplication,
  options: { seats?: number } = {},
): Promise<SsoOrganization> {
  const organization = await createTestOrganization(product, options);
  const domain = `${randomUUID()}.example.com`;
  await product.open.owner.query(
    `with reserved as (
       insert into tenant_names (kind, value, tenant_id) values ('domain', $2, $1)
     )
     insert into verified_domains (tenant_id, domain, token, verified_at, checked_at)
     values ($1, $2, 'token', now(), now())`,
    [organization.id, domain],
  );
  return { ...organization, domain };
}

/** Activates a connection to a provider without a test. */
export async function connectProvider(
  product: TestApplication,
  { owner, id }: SsoOrganization,
  { issuer, ...settings }: Pick<ForgingProvider, 'issuer'> & Partial<SsoConnectionInput>,
) {
  await owner.api.sso.update({
    body: { protocol: 'oidc', issuer, clientId, clientSecret, ...settings },
  });
  await product.open.owner.query(
    'update sso_connections set tested_at = now() where tenant_id = $1',
    [id],
  );
  await owner.api.sso.activate();
}
