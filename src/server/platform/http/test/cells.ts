import { randomUUID } from 'node:crypto';
import type { ExampleParameter } from '#contract/test/examples/example.ts';
import { exampleOf } from '#contract/test/examples/index.ts';
import { publicKinds, type Cell, type TenantHeader, type ParameterValue } from './access-oracle.ts';
import type { NamedEndpoint } from './endpoints.ts';
import type { Fixtures } from './fixtures.ts';
import type { SeededActor } from './seeded-actor.ts';

/** Returns the values for a parameter, the visitor's own record first. */
const valuesOf = (
  parameter: ExampleParameter | `record of ${string}`,
  visitor: SeededActor,
  { shared, others }: Fixtures,
): ParameterValue[] => {
  const kind = typeof parameter === 'string' ? parameter : 'text';
  const named = (origin: ParameterValue['origin'], value: string) => ({ kind, origin, value });
  if (typeof parameter !== 'string') {
    return [named('own', parameter.text), named('nothing', 'nothing-at-all')];
  }
  const { home, self, session } = visitor;
  const mine: Record<string, string | undefined> = { ...home.records, self, session };
  const common = shared[kind];
  const own = common ?? mine[kind];
  // A key of another organization meets the records of `home` as foreign ones.
  const isForeign = !common && visitor.key !== undefined && visitor.key.tenant !== home.id;
  const first = own ? [named(isForeign ? 'foreign' : 'own', own)] : [];
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
  const { params = {} } = exampleOf(call.name);
  const [subject = ''] = call.name.split('.');
  const values = Object.entries(params).map(([parameter, kind]) => ({
    parameter,
    values: valuesOf(kind === 'record' ? `record of ${subject}` : kind, visitor, world),
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

/** Returns the call by an authorized caller on a record of their own. */
export const ownCell = (call: NamedEndpoint, visitors: SeededActor[], world: Fixtures) => {
  const names: Record<string, string> = {
    anyone: 'an anonymous visitor',
    operator: 'the operator',
  };
  const name = names[call.access.who] ?? 'role 0, active, tier 3';
  const visitor = visitors.find((visitor) => visitor.name === name);
  const [cell] = visitor ? cellsOf(call, visitor, world) : [];
  if (!cell) throw new Error(`No caller for ${call.name}`);
  return cell;
};

/** Describes a cell in words. */
export const describeCell = ({ call, visitor, key, params }: Cell) =>
  [
    call.name,
    visitor.name,
    `key ${key.name}`,
    ...Object.entries(params).map(([name, { origin }]) => `${name} ${origin}`),
  ].join(' · ');
