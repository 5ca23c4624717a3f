import { expectAccessible } from '#e2e/support/accessibility.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { createVerifiedOwner, restoreSession } from '#e2e/support/users.ts';

test('a member looks at the history of a record and fills the form with earlier values (R-HIS-01, R-HIS-02)', async ({
  page,
  server,
}) => {
  const ana = await createVerifiedOwner(server.url, 'Pro');
  const body = { description: 'Mensalidade', quantity: 1, price: 2.5, date: '2026-03-01' };
  const { id } = await ana.api.transactions.create({ body });
  const params = { id };
  await ana.api.transactions.update({ params, body: { ...body, price: 99 } });
  await restoreSession(page, ana);
  await page.goto(`/app/transactions/${id}/edit`);
  const panel = page.getByRole('dialog');
  await panel.getByText('Histórico', { exact: true }).press('Enter');
  const changes = panel.getByRole('listitem').filter({ has: page.getByRole('time') });
  await expect(changes).toHaveCount(2);
  await expect(changes.first()).toContainText('Alteração');
  await expectAccessible(page);
  await changes.last().getByRole('button', { name: 'Usar estes valores' }).press('Enter');
  await panel.getByRole('button', { name: 'Salvar' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Salvar' }).click();
  await expect(panel).toBeHidden();
  expect(await ana.api.transactions.get({ params })).toMatchObject({ price: 2.5 });
});
