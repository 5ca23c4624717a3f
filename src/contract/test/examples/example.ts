import type { z } from 'zod';
import type { Api } from '#contract/api-client.ts';
import type { AuditAction } from '#contract/audit-actions.ts';
import type { Endpoint, Subject } from '#contract/endpoint.ts';
import { columnOf, type FieldDefinitions, type FieldKind } from '#contract/entities/fields.ts';
import { entities, type EntityNoun } from '#contract/entities/index.ts';

/**
 * Record that a path parameter names: `record` is a row of the subject's own table, the others are
 * fixtures of `server/platform/http/test/fixtures.ts`. `{ text }` is a value that no table holds.
 */
export type RecordKind =
  | 'record'
  | 'self'
  | 'user'
  | 'session'
  | 'tenant'
  | 'member'
  | 'invited'
  | 'asking'
  | 'invitation'
  | 'link'
  | 'product'
  | 'price'
  | 'feature'
  | 'coupon'
  | 'announcement'
  | 'resource'
  | 'file'
  | 'delivery'
  | 'mail'
  | 'event'
  | 'operator'
  | 'operatorInvitation'
  | 'operatorToken';
export type ExampleParameter = RecordKind | { text: string };

/** Ids that bodies refer to: a free price on sale, and a product that is not. */
export type BodyIds = { free: string; product: string };

type Person = { id: string; api: Api };

/** Creates what an example needs beyond the fixtures. */
export type Scene = {
  anyone: Api;
  operator: Api;
  /** Returns a caller with the token of a session. */
  callerOf: (token: string) => Api;
  /** Password of every registered owner. */
  password: string;
  priceIdOf: (plan: string, period: 0 | 3 | 4) => Promise<string>;
  createUser: () => Promise<Person & { email: string }>;
  createOrganization: () => Promise<{ owner: Person }>;
  /** Registers an organization in a trial of Pro. */
  registerOwner: () => Promise<Person & { email: string }>;
  /** Invites a new person, and returns the emailed token. */
  createInvitation: () => Promise<{ email: string; token: string }>;
  /** Issues a mailed token of another purpose to a person. */
  createToken: (person: string, purpose: string, email?: string) => Promise<string>;
  /** Invites an operator, and returns the emailed token. */
  createOperatorInvitation: () => Promise<{ token: string }>;
  /** Publishes a TXT record on the name server of the tests. */
  publishTxt: (record: { name: string; value: string }) => void;
  /** Marks the drafts of all connections to identity providers as tested. */
  markSsoTested: () => Promise<unknown>;
  /** Returns an archive without transactions, as an export makes it. */
  createArchive: () => Promise<Blob>;
  /** Deletes all plans. */
  clearCatalogue: () => Promise<unknown>;
};

type ParameterName<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterName<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : never;

type ParameterPart<E extends Endpoint> = [ParameterName<E['path']>] extends [never]
  ? unknown
  : { params: Record<ParameterName<E['path']>, ExampleParameter> };

type BodyPart<E extends Endpoint> = E['body'] extends z.ZodType
  ? {
      /** Returns a valid body, new for each request because names and addresses must be unique. */
      body: (ids: BodyIds) => z.input<E['body']>;
    }
  : unknown;

type ChangePart<E extends Endpoint> = E['method'] extends 'GET'
  ? unknown
  : {
      /** Entry that the call writes into the audit log, among others; or why it writes none. */
      audit: AuditAction | { none: string };
      /**
       * Calls the endpoint once with success, and returns the id of its actor (`null` if signed out).
       * Needed only if `params` and `body` on the fixtures are refused or change nothing.
       */
      act?: (scene: Scene) => Promise<string | null>;
    };

type RepeatPart<E extends Endpoint> = E extends { method: 'POST' }
  ? E extends { once: true }
    ? unknown
    : {
        /** Why the POST needs no `Idempotency-Key` (decision 16). */
        repeat: string;
      }
  : unknown;

type Example<E extends Endpoint> = ParameterPart<E> & BodyPart<E> & ChangePart<E> & RepeatPart<E>;

/** Example of any call. */
export type AnyExample = {
  params?: Record<string, ExampleParameter>;
  body?: (ids: BodyIds) => object;
  audit?: AuditAction | { none: string };
  act?: (scene: Scene) => Promise<string | null>;
  repeat?: string;
};

/**
 * One example per call of a subject. The tests of access, audit log, idempotency, mass assignment,
 * secrets and XSS derive their requests from it. Reads without parameters need none.
 */
export type Examples<S extends Subject> = {
  /** Row of the subject's table with this text in every text column, without id and tenant. */
  record?: { table: string; row: (text: string) => Record<string, unknown> };
  calls: {
    [K in keyof S['endpoints'] as unknown extends Example<S['endpoints'][K]> ? never : K]: Example<
      S['endpoints'][K]
    >;
  };
};

export const newEmail = () => `${crypto.randomUUID()}@example.com`;
export const newOrganizationName = () => `Organization ${crypto.randomUUID()}`;
export const personNames = { firstName: 'Rui', lastName: 'Alves', phone: '+55 11 1111' };

/**
 * Password that fits no account: hashing it for every caller of the access tests would add nothing.
 */
export const wrongPassword = 'of-the-examples-and-no-account';

/** Smallest picture, as a data URL. */
export const tinyPicture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Returns a value for each field that a person fills in, but files; `text` is in each that holds text. */
const exampleValuesOf = (fields: FieldDefinitions, text: string) =>
  Object.entries(fields)
    .filter(([, { computed, kind }]) => !computed && kind !== 'Image' && kind !== 'File')
    .map(([name, { kind }]) => [name, exampleValues[kind] ?? text] as const);

/** Returns a row with a value for each field that a person fills in; `text` is in each that holds text. */
const exampleRow = (fields: FieldDefinitions, text: string) =>
  Object.fromEntries(exampleValuesOf(fields, text).map(([name, value]) => [columnOf(name), value]));

type EntityCalls = Record<
  'create' | 'removeMany' | 'updateMany' | 'restore',
  (request: { body: object }) => Promise<{ id: string }>
>;

/** Returns the examples of the calls that every entity has; `changes` are made to several records at once. */
export function entityExamples<S extends Subject>(noun: EntityNoun, changes: object) {
  const { area, table, fields } = entities[noun];
  const body = () => Object.fromEntries(exampleValuesOf(fields, 'Example'));
  const ids = () => [crypto.randomUUID()];
  const params = { id: 'record' } as const;
  // Acts on a new record of a new owner.
  const act =
    (work: (calls: EntityCalls, ids: string[]) => Promise<unknown>) => async (scene: Scene) => {
      const owner = await scene.registerOwner();
      const calls = owner.api[area] as unknown as EntityCalls;
      await work(calls, [(await calls.create({ body: body() })).id]);
      return owner.id;
    };
  const calls = {
    get: { params },
    getHistory: { params },
    create: { body, audit: `${noun}.created` },
    update: { params, body, audit: `${noun}.changed` },
    updateMany: {
      body: () => ({ ids: ids(), changes }),
      audit: `${noun}.changed`,
      act: act((record, own) => record.updateMany({ body: { ids: own, changes } })),
      repeat: 'sets values',
    },
    remove: { params, audit: `${noun}.removed` },
    removeMany: {
      body: () => ({ ids: ids() }),
      audit: `${noun}.removed`,
      act: act((record, own) => record.removeMany({ body: { ids: own } })),
      repeat: 'deleted rows stay deleted',
    },
    restore: {
      body: () => ({ ids: ids() }),
      audit: `${noun}.restored`,
      act: act(async (record, own) => {
        await record.removeMany({ body: { ids: own } });
        await record.restore({ body: { ids: own } });
      }),
    },
  } satisfies Record<string, AnyExample>;
  const record = { table, row: (text: string) => exampleRow(fields, text) };
  return { record, calls } as unknown as Examples<S> & { calls: typeof calls };
}

const exampleValues: Partial<Record<FieldKind, unknown>> = {
  Number: 1,
  Count: 1,
  Money: 100,
  Bool: true,
  Date: '2026-03-01',
};
