import { expectAccessible } from '#e2e/support/accessibility.ts';
import { daySeconds, expect, test } from '#e2e/support/billing.ts';
import { openAsOperator } from '#e2e/support/operator.ts';
import { createVerifiedOwner, defaultPriceId } from '#e2e/support/users.ts';

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
  await expect(page).toHaveURL(`/admin/tenants/${owner.tenant}/overview`);
  const tabs = page.getByRole('navigation', { name });
  for (const [tab, address] of [
    ['Visão geral', `/admin/tenants/${owner.tenant}/overview`],
    ['Uso', `/admin/tenants/${owner.tenant}/usage`],
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
  // On a phone the tabs scroll, to the current one first.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await expect(tabs.getByRole('link', { name: 'Registro de auditoria' })).toBeInViewport({
    ratio: 1,
  });
  await page.goto(`/admin/tenants/${owner.tenant}/usage`);
  await expect(page.getByRole('meter').first()).toHaveAttribute('aria-valuetext', /^1 de \d/);
  await expectAccessible(page);

  await openOverview();
  await task.getByRole('button', { name: /^Encerrar suspensão/ }).click();
  await expect(task).toHaveCount(0);
});

test('the overview of an organization shows what is to pay once (R-OPR-30)', async ({
  page,
  server,
  provider,
}) => {
  const owner = await createVerifiedOwner(server.url, 'Ensaio');
  const card = { number: '4000000000000341', expiryMonth: 12, expiryYear: 2060, cvc: '123' };
  await owner.api.subscriptions.updateCard({ body: card });
  await provider.advance(47 * daySeconds);
  const { invoices } = await owner.api.subscriptions.getCurrent();
  expect(invoices.map(({ amountToPay }) => amountToPay)).toEqual([6_000, 3_000, null]);
  await openAsOperator(page, server);
  await page.goto(`/admin/tenants/${owner.tenant}/overview`);
  await expect(page.getByText(/^US\$\s60,00$/)).toBeVisible();
});

test('an operator answers a disputed payment from the overview (R-SUP-12)', async ({
  page,
  server,
}) => {
  const { api, tenant } = await createVerifiedOwner(server.url, 'Pro');
  // The plan has a trial once; afterwards it is paid at once.
  await api.subscriptions.cancel({ body: {} });
  const card = { number: '4000000000000259', expiryMonth: 12, expiryYear: 2060, cvc: '123' };
  const { id: subscriptionCardToken } = await api.subscriptions.createCardToken({ body: card });
  const subscriptionPriceId = await defaultPriceId(server.url, 'Pro');
  await api.subscriptions.update({ body: { subscriptionPriceId, subscriptionCardToken } });
  const { name } = await api.tenants.getCurrent();
  const { api: operator } = await openAsOperator(page, server);
  const isTask = async () =>
    (await operator.overview.getTasks()).tasks.some((one) => one.tenant.id === tenant);
  await expect.poll(isTask).toBe(true);
  await page.goto('/admin/dashboard');
  const task = page.getByRole('listitem').filter({ hasText: name });
  const all = page.getByRole('button', { name: /^Mostrar todos/ });
  await expect(task.or(all).first()).toBeVisible();
  if (await all.isVisible()) await all.click();
  await expect(task).toContainText('foi contestada: responda até');
  await task.getByRole('link', { name: /^Cobrança e suporte/ }).click();
  await expect(page.getByText('O banco do titular do cartão informa este motivo')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Responder' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Por que o pagamento está correto').fill('A mesa usou o plano todo dia.');
  await dialog.getByLabel('Motivo').fill('O pagamento está correto.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Responder' }).click();
  await expect(page.getByText('Resposta enviada ao banco')).toBeVisible();
  await expect(page.getByText('O banco do titular do cartão informa este motivo')).toBeHidden();
  await expect(page.getByText(/Contestação da fatura .+ respondida/)).toBeVisible();
});
