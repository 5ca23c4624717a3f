import { expect, test } from 'vitest';
import { signInOperator, testApplication } from '#server/test/application.ts';
import { repetitions } from '#tools/kit/seed.ts';
import { createTestOperator } from './test/operators.ts';

const product = await testApplication();
const first = await signInOperator(product);

test('of administrators who demote or remove each other at once, one remains (R-OPR-11)', async () => {
  const { rowCount } = await product.open.owner.query(
    'select from users where operator_role is not null',
  );
  expect(rowCount).toBe(1);
  let keeper = { id: first.user.id, api: first.api };
  for (let round = 0; round < repetitions(3, 40); round += 1) {
    const others = [
      await createTestOperator(product, 'administrator'),
      await createTestOperator(product, 'administrator'),
    ];
    const all = [keeper, ...others];
    const answers = await Promise.allSettled(
      all.map(({ id }, index) => {
        const { api } = all[(index + 1) % all.length] ?? keeper;
        return (round + index) % 2 === 0
          ? api.operators.update({ params: { id }, body: { role: 'support' } })
          : api.operators.remove({ params: { id } });
      }),
    );
    const { rows } = await product.open.owner.query<{ id: string }>(
      `select id from users where operator_role = 'administrator'`,
    );
    expect(rows.length).toBeGreaterThanOrEqual(1);
    expect(answers.filter(({ status }) => status === 'fulfilled').length).toBe(3 - rows.length);
    const left = all.find(({ id }) => id === rows[0]?.id);
    if (!left) throw new Error('No administrator is left');
    for (const { id } of rows.slice(1)) await left.api.operators.remove({ params: { id } });
    keeper = left;
  }
});
