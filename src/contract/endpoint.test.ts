import { expect, test } from 'vitest';
import { anyone } from './access.ts';
import { subject, type Subject } from './endpoint.ts';
import { contract } from './index.ts';

const call = { method: 'GET', path: '/Note/GetAll', summary: 'Notes', reply: null } as const;

test('an endpoint without an access declaration does not compile (R-SEC-01)', () => {
  const { endpoints } = subject('Note', { getAll: { ...call, access: anyone } });
  expect(endpoints.getAll.access).toBe(anyone);
  // @ts-expect-error: no access
  subject('Note', { getAll: call });
  // @ts-expect-error: unknown kind of access
  subject('Note', { getAll: { ...call, access: { who: 'everyone' } } });
  // @ts-expect-error: missing role and tenant
  subject('Note', { getAll: { ...call, access: { who: 'member' } } });
});

test('no two endpoints match the same address, whatever their parameters hold', () => {
  const addresses = Object.values(contract).flatMap(({ endpoints }: Subject) =>
    Object.values(endpoints).map(
      ({ method, path }) => `${method} ${path.toLowerCase().replaceAll(/:\w+/g, ':')}`,
    ),
  );
  expect(addresses.filter((address, index) => addresses.indexOf(address) !== index)).toEqual([]);
});
