import { expectAccessible } from '#e2e/support/accessibility.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { openAsOperator, pressRowAction } from '#e2e/support/operator.ts';
import { createVerifiedOwner, restoreSession, signInInBrowser } from '#e2e/support/users.ts';

const reason = 'Pagamentos contestados';

test('members of a suspended organization read why, until it is lifted (R-OPR-13)', async ({
  page,
  server,
}) => {
  const ana = await createVerifiedOwner(server.url, 'Pro');
  const { name } = await ana.api.tenants.getCurrent();
  await openAsOperator(page, server);
  await page.goto(`/admin/tenants?search=${encodeURIComponent(name)}`);
  await pressRowAction(page, name, 'Suspender organização');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Suspender organização' }).click();
  await expect(dialog.getByLabel('Motivo')).toBeFocused();
  await expectAccessible(page);
  await dialog.getByLabel('Motivo').fill(reason);
  await dialog.getByRole('button', { name: 'Suspender organização' }).click();
  await expect(page.getByRole('row', { name })).toContainText('Suspensa');

  const own = await (await page.context().browser()?.newContext({ locale: 'pt-BR' }))?.newPage();
  if (!own) throw new Error('Page without browser');
  await restoreSession(own, ana);
  await own.goto('/app/transactions');
  await expect(own).toHaveURL(/\/account\/suspended$/);
  await expect(own.getByRole('heading', { name: `${name} está suspensa` })).toBeVisible();
  await expect(own.getByText(reason)).toBeVisible();
  await expectAccessible(own);

  await pressRowAction(page, name, 'Encerrar suspensão');
  await expect(page.getByRole('row', { name })).not.toContainText('Suspensa');
  await own.goto('/app/dashboard');
  await expect(own.getByRole('heading', { name: 'Painel' })).toBeVisible();
});

test('a suspended account is signed out and can’t sign in, and a deleted one takes its organization along (R-OPR-03, R-OPR-14)', async ({
  page,
  server,
}) => {
  const ana = await createVerifiedOwner(server.url, 'Pro');
  const { api } = await openAsOperator(page, server);
  await page.goto(`/admin/users?search=${encodeURIComponent(ana.email)}`);
  await pressRowAction(page, ana.email, 'Suspender conta');
  await page.getByRole('dialog').getByLabel('Motivo').fill(reason);
  await page.getByRole('dialog').getByRole('button', { name: 'Suspender conta' }).press('Enter');
  await expect(page.getByRole('row', { name: ana.email })).toContainText('Suspensa');

  const own = await (await page.context().browser()?.newContext({ locale: 'pt-BR' }))?.newPage();
  if (!own) throw new Error('Page without browser');
  await restoreSession(own, ana);
  await own.goto('/app/dashboard');
  await expect(own).toHaveURL(/\/account\/login/);
  await signInInBrowser(own, ana.email);
  await expect(own.getByRole('alert').first()).toBeVisible();
  await expect(own).toHaveURL(/\/account\/login/);

  await pressRowAction(page, ana.email, 'Encerrar suspensão');
  await expect(page.getByRole('row', { name: ana.email })).toContainText('Ativa');
  await signInInBrowser(own, ana.email);
  await expect(own).toHaveURL(/\/app\/dashboard/);

  await pressRowAction(page, ana.email, 'Excluir conta');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir conta' }).click();
  await expect(page.getByText('A conta de Ana Souza foi excluída')).toBeVisible();
  await expect(own).toHaveURL(/\/account\/login/);
  const { items } = await api.members.getAllOfAll({ query: { tenantId: ana.tenant } });
  expect(items).toEqual([]);
});
