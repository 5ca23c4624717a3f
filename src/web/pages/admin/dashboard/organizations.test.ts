import { expect, test } from 'vitest';
import { organizationsOf } from './organizations.ts';

test('members are grouped by organization; only Active ones count, Owners are named', () => {
  const tenant = { id: '1', name: 'Mesa' };
  const members = [
    { tenant, email: 'owner@example.com', role: 0, status: 2 },
    { tenant, email: 'member@example.com', role: 2, status: 2 },
    { tenant, email: 'invited@example.com', role: 0, status: 0 },
  ] as const;
  expect(organizationsOf(members)).toEqual([
    { ...tenant, owners: ['owner@example.com'], active: 2 },
  ]);
});
