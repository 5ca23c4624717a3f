import { expectAccessible } from '#e2e/support/accessibility.ts';
import { daySeconds, expect, test } from '#e2e/support/billing.ts';
import { openAsOperator } from '#e2e/support/operator.ts';
import { createVerifiedOwner } from '#e2e/support/users.ts';

test('an operator helps organizations from the overview, and reads each on one page (R-OPR-29, R-OPR-30)', async ({
  page,
  server,
  provider,
}) => {
  const owner = await createVerifiedOwner(server.url, 'Ensaio');
  const { name } = await owner.api.tenants.getCurrent();
  await provider.advance(12 * daySeconds);
  const { api: operator } = await openAsOperator(page, server);
  const task = page.getByRole('listitem').filter({ hasText: name });
  const openOverview = async () => {
    await page.goto('/admin/dashboard');
    await expect(page.getByRole('heading', { name: /^Hoje/ })).toHaveText(/Hoje\s*\d/);
    const all = page.getByRole('button', { name: /^Mostrar todos/ });
    if (await all.isVisible()) await all.click();
  };
  await openOverview();
  await expect(task).toContainText('sem cartão cadastrado');
  await expectAccessible(page);

  const { now } = await provider.records();
  const later = new Date((now + 40 * daySeconds) * 1_000).toISOString().slice(0, 10);
  await task.getByRole('button', { name: /^Prorrogar teste/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Novo fim do teste').fill(later.split('-').toReversed().join('/'));
  await dialog.getByLabel('Motivo').fill('Pediram mais tempo.');
  await dialog.getByRole('button', { name: 'Prorrogar teste' }).click();
  await expect(page.getByText('Teste prorrogado', { exact: true })).toBeVisible();
  await expect(task).toHaveCount(0);

  const params = { id: owner.tenant };
  await operator.suspensions.suspendTenant({ params, body: { reason: 'Cobrança contestada' } });
  await openOverview();
  await expect(task).toContainText('Cobrança contestada');
  await task.getByRole('link', { name }).click();
  const tabs = page.getByRole('navigation', { name });
  for (const [tab, address] of [
    ['Membros', `/admin/users/${owner.tenant}`],
    ['Cobrança e suporte', `/admin/tenants/${owner.tenant}/support`],
    ['Registro de auditoria', `/admin/audit?tenantId=${owner.tenant}`],
  ] as const) {
    await tabs.getByRole('link', { name: tab }).click();
    await expect(page).toHaveURL(address);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(tabs.getByRole('link', { name: tab })).toHaveAttribute('aria-current', 'page');
  }
  await expectAccessible(page);

  await openOverview();
  await task.getByRole('button', { name: /^Encerrar suspensão/ }).click();
  await expect(task).toHaveCount(0);
});
