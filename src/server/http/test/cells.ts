import { randomUUID } from 'node:crypto';
import { publicKinds, type Cell, type TenantHeader, type ParameterValue } from './access-oracle.ts';
import type { SeededActor } from './actors.ts';
import { pathParametersOf, type NamedEndpoint } from './endpoints.ts';
import type { Fixtures } from './fixtures.ts';

/** Kinds of records that parameters name, by `subject.call.parameter`, `subject.parameter` or name. */
const kinds: Record<string, string> = {
  userId: 'user',
  tenantId: 'tenant',
  email: 'email',
  locale: 'locale',
  password: 'password',
  currency: 'currency',
  code: 'code',
  slug: 'slug',
  'users.id': 'user',
  'users.update.id': 'self',
  'users.updateDefaultTenant.userId': 'self',
  'users.revokeSession.id': 'session',
  'tenants.id': 'tenant',
  'members.id': 'member',
  'invitations.token': 'invitation',
  'invitations.getLink.token': 'link',
  'invitations.requestAccess.token': 'link',
  'invitations.resend.id': 'invited',
  'invitations.acceptUser.id': 'asking',
  'products.id': 'product',
  'products.getPrice.id': 'price',
  'products.updatePrice.id': 'price',
  'products.removePrice.id': 'price',
  'products.getFeature.id': 'feature',
  'products.updateFeature.id': 'feature',
  'products.removeFeature.id': 'feature',
  'subscriptions.token': 'card',
  'transactions.id': 'transaction',
  'resources.id': 'resource',
  'resources.download.id': 'file',
  'mails.id': 'mail',
  'providerEvents.id': 'event',
};

const kindOf = ({ name }: NamedEndpoint, parameter: string) => {
  const [subject] = name.split('.');
  const kind =
    kinds[`${name}.${parameter}`] ?? kinds[`${subject}.${parameter}`] ?? kinds[parameter];
  if (!kind) throw new Error(`test/cells.ts has no value for ${parameter} of ${name}`);
  return kind;
};

const words: Record<string, string> = {
  email: 'somebody@example.com',
  locale: 'hi-IN',
  password: 'of-the-matrix-and-nobody-else',
  currency: 'usd',
  code: 'NOTHING',
  slug: 'nothing',
  card: 'tok_visa',
};

/** Returns the values for a parameter, the visitor's own record first. */
const valuesOf = (
  kind: string,
  visitor: SeededActor,
  { shared, others }: Fixtures,
): ParameterValue[] => {
  const named = (origin: ParameterValue['origin'], value: string) => ({ kind, origin, value });
  const { home, self, session } = visitor;
  const mine: Record<string, string | undefined> = { ...home.records, self, session };
  const common = shared[kind] ?? words[kind];
  const own = common ?? mine[kind];
  const first = own ? [named('own', own)] : [];
  if (publicKinds.includes(kind)) return [...first, named('nothing', `nothing-${kind}-at-all`)];
  const foreign = common ? undefined : others.records[kind];
  return [
    ...first,
    ...(foreign ? [named('foreign', foreign)] : []),
    named('nothing', randomUUID()),
    named('malformed', 'me'),
  ];
};

/** Returns all sets of parameters: all of them own records, or one of them replaced. */
const parametersFor = (call: NamedEndpoint, visitor: SeededActor, world: Fixtures) => {
  const values = pathParametersOf(call).map((parameter) => ({
    parameter,
    values: valuesOf(kindOf(call, parameter), visitor, world),
  }));
  const own = Object.fromEntries(
    values.flatMap(({ parameter, values: [first] }) => (first ? [[parameter, first]] : [])),
  ) as Record<string, ParameterValue>;
  const others = values.flatMap(({ parameter, values: [, ...rest] }) =>
    rest.map((other) => ({ ...own, [parameter]: other })),
  );
  return [own, ...others];
};

/** Returns all variants of the tenant header, including none. */
const keysFor = ({ home }: SeededActor, { others }: Fixtures): TenantHeader[] => [
  { name: 'own', value: home.id },
  { name: 'foreign', value: others.id },
  { name: 'missing', value: undefined },
  { name: 'malformed', value: 'me' },
  { name: 'own and foreign', value: `${home.id}, ${others.id}` },
  { name: 'own twice', value: `${home.id}, ${home.id}` },
  { name: 'own in capitals', value: home.id.toUpperCase() },
  { name: 'of nothing', value: randomUUID() },
];

/** Returns all cells of one call and one visitor. */
export const cellsOf = (call: NamedEndpoint, visitor: SeededActor, world: Fixtures): Cell[] =>
  parametersFor(call, visitor, world).flatMap((params) =>
    keysFor(visitor, world).map((key) => ({
      call,
      visitor,
      key,
      params,
      home: visitor.home.id,
    })),
  );

/** Describes a cell in words. */
export const describeCell = ({ call, visitor, key, params }: Cell) =>
  [
    call.name,
    visitor.name,
    `key ${key.name}`,
    ...Object.entries(params).map(([name, { origin }]) => `${name} ${origin}`),
  ].join(' · ');
