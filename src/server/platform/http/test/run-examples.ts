import { randomBytes, randomUUID } from 'node:crypto';
import type { Scene } from '#contract/test/examples/example.ts';
import { exampleOf } from '#contract/test/examples/index.ts';
import { emptyArchive } from '#server/enterprise/archives/test/archives.ts';
import {
  createTestOrganization,
  createTestUser,
} from '#server/identity/members/test/organizations.ts';
import { tokenHash } from '#server/platform/http/contract/guard.ts';
import {
  memberPassword,
  priceIdOf,
  registerOwner,
  signInOperator,
  type TestApplication,
} from '#server/test/application.ts';
import { nameServer } from '#server/test/name-server.ts';
import { success } from './access-oracle.ts';
import { createActors } from './actors.ts';
import { cellCaller } from './bodies.ts';
import { ownCell } from './cells.ts';
import type { NamedEndpoint } from './endpoints.ts';
import { createFixtures } from './fixtures.ts';
import type { SeededActor } from './seeded-actor.ts';
import { snapshotDatabase } from './snapshot.ts';

/** Invites an operator as a row, without an email. */
const createOperatorInvitation = async ({ open }: TestApplication) => {
  const token = randomBytes(32).toString('base64url');
  await open.owner.query(
    `insert into operator_invitations (email, role, token_hash, expires_at)
     values ($1, 'support', $2, now() + interval '1 hour')`,
    [`${randomUUID()}@example.com`, tokenHash(token)],
  );
  return { token };
};

/** Invites a new person as a row, without an email. */
const createInvitation = async (product: TestApplication) => {
  const { add } = await createTestOrganization(product);
  const { id, email, tenant } = await add(2, { status: 0 });
  const token = randomBytes(32).toString('base64url');
  await product.open.owner.query(
    `insert into tokens (token_hash, purpose, user_id, invited_to, expires_at)
     values ($1, 'invitation', $2, $3, now() + interval '1 hour')`,
    [tokenHash(token), id, tenant],
  );
  return { email, token };
};

/** Issues a token as a row, without an email. */
const createToken = async (
  { open }: TestApplication,
  ...[person, purpose, email = null]: [person: string, purpose: string, email?: string | null]
) => {
  const token = randomBytes(32).toString('base64url');
  await open.owner.query(
    `insert into tokens (token_hash, purpose, user_id, address, expires_at)
     values ($1, $2, $3, $4, now() + interval '1 hour')`,
    [tokenHash(token), purpose, person, email],
  );
  return token;
};

const createScene = async (product: TestApplication): Promise<Scene> => ({
  anyone: product.anyone,
  operator: (await signInOperator(product)).api,
  callerOf: (token) => product.callerOf({ authorization: `Bearer ${token}` }),
  password: memberPassword,
  priceIdOf: (plan, period) => priceIdOf(product, plan, period),
  createUser: () => createTestUser(product),
  createOrganization: () => createTestOrganization(product),
  registerOwner: async () => {
    const { user, api } = await registerOwner(product);
    return { id: user.id, email: user.email, api };
  },
  createInvitation: () => createInvitation(product),
  createToken: (...given) => createToken(product, ...given),
  createOperatorInvitation: () => createOperatorInvitation(product),
  publishTxt: ({ name, value }) => void nameServer.records.set(name, [value]),
  markSsoTested: () =>
    product.open.owner.query(`update sso_connections set tested_at = now() where stage = 'draft'`),
  createArchive: () => emptyArchive(product.context),
  clearCatalogue: async () => {
    await product.open.owner.query('delete from tenant_products');
    await product.open.owner.query('delete from subscription_products');
  },
});

/**
 * Prepares the fixtures, and returns a function that calls an endpoint once with success by its example
 * and returns the id of the actor, `null` if signed out. `undo` removes the changes afterwards.
 */
export const exampleRunner = async (product: TestApplication) => {
  const world = await createFixtures(product);
  const visitors = await createActors(product, world);
  const scene = await createScene(product);
  const ask = cellCaller(product, world);
  const { undo } = await snapshotDatabase(product);
  const run = async (call: NamedEndpoint): Promise<string | null> => {
    const { act } = exampleOf(call.name);
    if (act) return act(scene);
    const cell = ownCell(call, visitors, world);
    const { outcome, text } = await ask(cell);
    if (outcome !== success) throw new Error(`The example of ${call.name} is refused: ${text}`);
    const { live, self } = cell.visitor as SeededActor;
    return live ? self : null;
  };
  return { run, undo: () => undo() };
};
