import { expect, test } from 'vitest';
import { anyone } from './access.ts';
import { subject, type Subject } from './endpoint.ts';
import { contract } from './index.ts';

const call = { method: 'GET', path: '/Note/GetAll', summary: 'Notes', reply: null } as const;

test('an endpoint that does not say who may call it does not compile', () => {
  const { endpoints } = subject('Note', { getAll: { ...call, access: anyone } });
  expect(endpoints.getAll.access).toBe(anyone);
  // @ts-expect-error: no access
  subject('Note', { getAll: call });
  // @ts-expect-error: nobody is called that
  subject('Note', { getAll: { ...call, access: { who: 'everyone' } } });
  // @ts-expect-error: a member of which role, of which tenant?
  subject('Note', { getAll: { ...call, access: { who: 'member' } } });
});

test('no two endpoints answer to one address, whatever is in its parameters', () => {
  const addresses = Object.values(contract).flatMap(({ endpoints }: Subject) =>
    Object.values(endpoints).map(
      ({ method, path }) => `${method} ${path.toLowerCase().replaceAll(/:\w+/g, ':')}`,
    ),
  );
  expect(addresses.filter((address, index) => addresses.indexOf(address) !== index)).toEqual([]);
});
