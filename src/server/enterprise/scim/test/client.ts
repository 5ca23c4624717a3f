import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import {
  createTestOrganization,
  type TestOrganizationMember,
} from '#server/identity/members/test/organizations.ts';
import type { TestApplication } from '#server/test/application.ts';

/** JSON of a reply; tests state what they expect of it. */
// oxlint-disable-next-line typescript/no-explicit-any -- assertions narrow it
export type ScimJson = Record<string, any>;

type Reply = { status: number; headers: Record<string, unknown>; body: ScimJson };

/** Sends one request as the client of a directory. */
export type ScimTestClient = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  options?: { body?: unknown; headers?: Record<string, string>; type?: string },
) => Promise<Reply>;

/** Returns a client with this bearer token. */
export const scimClientOf =
  ({ app }: TestApplication, token: string): ScimTestClient =>
  async (method, path, { body, headers = {}, type = 'application/scim+json' } = {}) => {
    const reply = await app.inject({
      method,
      url: `/scim/v2${path}`,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && type && { 'content-type': type }),
        ...headers,
      },
      ...(body !== undefined && {
        payload: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    });
    return {
      status: reply.statusCode,
      headers: reply.headers,
      body: reply.body === '' ? {} : reply.json(),
    };
  };

/** Creates an entitled organization with a token; `seats` 0 is unlimited. */
export const createProvisionedOrganization = async (product: TestApplication, seats = 0) => {
  const organization = await createTestOrganization(product, { seats });
  const { token, id: tokenId } = await organization.owner.api.scim.createToken({
    body: { days: 90 },
  });
  return { ...organization, token, tokenId, scim: scimClientOf(product, token) };
};

const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';

export const newScimUser = (values: Record<string, unknown> = {}) => ({
  schemas: [userSchema],
  userName: `${randomUUID()}@example.com`,
  name: { givenName: 'Eva', familyName: 'Reis' },
  ...values,
});

/** Returns the body of a PATCH. */
export const patchOf = (...operations: object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: operations,
});

/** Returns the path of a member. */
export const userPath = ({ member }: Pick<TestOrganizationMember, 'member'>) => `/Users/${member}`;

export const isError = (status: number, scimType?: string) =>
  expect.objectContaining({
    status,
    body: expect.objectContaining({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: String(status),
      detail: expect.stringMatching(/./),
      ...(scimType && { scimType }),
    }),
  });
