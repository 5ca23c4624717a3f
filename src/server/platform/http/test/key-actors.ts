import { apiScopes, type ApiScope } from '#contract/api-keys/scopes.ts';
import { createSecret } from '#server/platform/http/contract/api-key-secret.ts';
import { tokenHash } from '#server/platform/http/contract/guard.ts';
import type { TestApplication } from '#server/test/application.ts';
import { addMember, insertRow, type SeededTenant } from './fixtures.ts';
import { bearer, seededActor } from './seeded-actor.ts';

type KeyOptions = { name: string; role?: number; scopes?: readonly ApiScope[]; expired?: true };

/** Creates API keys: that read, write, act as a guest, and that are refused. */
export const createKeys = async (
  product: TestApplication,
  { home, elsewhere }: { home: SeededTenant; elsewhere: SeededTenant },
) => {
  const creator = await addMember(product, home, [0, 2]);
  const former = await addMember(product, home, [0, 3]);
  const add = async (
    { name, role = 1, scopes = apiScopes, expired }: KeyOptions,
    { place = home, person = creator.id } = {},
  ) => {
    const secret = createSecret(place.id);
    await insertRow(product, 'api_keys', {
      tenant_id: place.id,
      name,
      role,
      scopes,
      created_by: person,
      prefix: name,
      token_hash: tokenHash(secret),
      expires_at: expired ? new Date() : null,
      // A use changes nothing, which the comparison of the database would find.
      last_used_at: new Date(Date.now() + 86_400_000),
    });
    const { id: tenant, tier, readOnly } = place;
    return seededActor({
      name,
      home,
      self: person,
      headers: bearer(secret),
      memberships: { [tenant]: { role, tier, readOnly } },
      key: { tenant, scopes, state: expired ? 'expired' : 'live' },
    });
  };
  const refused = { tenant: home.id, scopes: apiScopes, state: 'invalid' } as const;
  const reads = apiScopes.filter((scope) => scope.endsWith(':read'));
  return [
    await add({ name: 'a key that reads', scopes: reads }),
    await add({ name: 'a key that reads and writes' }),
    await add({ name: 'a key with the role of guests', role: 3 }),
    await add({ name: 'an expired key', expired: true }),
    await add(
      { name: 'a key of another organization' },
      { place: elsewhere, person: elsewhere.owner.id },
    ),
    {
      ...(await add({ name: 'a key whose creator is deactivated' }, { person: former.id })),
      key: refused,
    },
    seededActor({
      name: 'a revoked key',
      home,
      headers: bearer(createSecret(home.id)),
      key: refused,
    }),
  ];
};
