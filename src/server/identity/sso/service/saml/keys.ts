import type { AppContext } from '#server/platform/app-context.ts';
import type { TenantId } from '#server/platform/database/database.ts';
import { db } from '#server/platform/database/query.ts';
import { generateSelfSigned } from './self-signed.ts';

/** Key pair of an organization: signs its requests to a SAML provider, and decrypts assertions. */
export type SamlKeyPair = { privateKey: string; certificate: string };

const keyOf = (tenant: string) => ({ purpose: 'saml key', of: tenant }) as const;

const selectKeys = (tenant: TenantId) =>
  db.selectFrom('saml_keys').select(['private_key', 'certificate']).where('tenant_id', '=', tenant);

async function insertKeys({ encryption }: AppContext, tenant: TenantId) {
  const { privateKey, certificate } = await generateSelfSigned(`Pregão ${tenant}`);
  const private_key = await encryption.encrypt(keyOf(tenant), privateKey);
  // Of requests at the same time, the first decides.
  return db
    .insertInto('saml_keys')
    .values({ tenant_id: tenant, private_key, certificate })
    .onConflict((conflict) => conflict.doNothing());
}

/** Returns the stored keys; generates them when they are first needed. */
async function storedKeys(context: AppContext, tenant: TenantId) {
  const { database } = context;
  const stored = await database.tenant(tenant, (tx) => tx.first(selectKeys(tenant)));
  if (stored) return stored;
  const insert = await insertKeys(context, tenant);
  await database.tenant(tenant, (tx) => tx.run(insert));
  return database.tenant(tenant, (tx) => tx.one(selectKeys(tenant)));
}

/** Returns the keys of an organization (R-SSO-10). */
export async function loadSamlKeys(context: AppContext, tenant: TenantId): Promise<SamlKeyPair> {
  const { private_key, certificate } = await storedKeys(context, tenant);
  const privateKey = await context.encryption.decrypt(keyOf(tenant), private_key);
  return { privateKey, certificate };
}

/** Replaces keys that can't be decrypted, because the key of this installation is another one (docs/operations.md). */
export async function replaceLostKeys(context: AppContext, tenant: TenantId): Promise<void> {
  const { private_key } = await storedKeys(context, tenant);
  const isLost = await context.encryption.decrypt(keyOf(tenant), private_key).then(
    () => false,
    () => true,
  );
  if (!isLost) return;
  const insert = await insertKeys(context, tenant);
  await context.database.tenant(tenant, async (tx) => {
    await tx.run(db.deleteFrom('saml_keys').where('tenant_id', '=', tenant));
    await tx.run(insert);
  });
}
