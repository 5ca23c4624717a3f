import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/support/accessibility.ts';
import { expectKept } from '#e2e/support/drafts.ts';
import { expect, test as base } from '#e2e/support/fixtures.ts';
import { openAsOperator, operatorSession } from '#e2e/support/operator.ts';
import { startServer, type ProductServer } from '#e2e/support/server.ts';
import { apiClientAt, planCard, createVerifiedOwner } from '#e2e/support/users.ts';

/** Playwright's `test` with its own server, because the journeys change the catalog. */
const test = base.extend<object, { server: ProductServer }>({
  server: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- a fixture of Playwright that needs no other
    async ({}, use) => {
      const server = await startServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});
test.describe.configure({ mode: 'serial' });

/** Confirms the dialog. */
const answer = (page: Page, name = 'Adicionar') =>
  page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click();

const panel = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

/** Opens a product from the list. */
const open = async (page: Page, title: string) => {
  await page.goto('/admin/products');
  await page.getByRole('table').getByRole('link', { name: title, exact: true }).click();
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
};

test('an empty catalog shows the default prices and can create them (R-OPR-04)', async ({
  page,
  server,
}) => {
  const { api } = await operatorSession(server);
  for (const { id } of await api.products.getAll()) await api.products.remove({ params: { id } });
  await openAsOperator(page, server);
  await page.goto('/admin/products');
  await expect(page.getByText('Nenhum produto ainda')).toBeVisible();
  await expect(page.getByRole('rowheader', { name: 'Unlimited' })).toBeVisible();
  await expect(page.getByRole('table').getByRole('link')).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Gerar estes preços' }).click();
  await answer(page, 'Gerar estes preços');
  await expect(
    page.getByRole('table').getByRole('link', { name: 'Pro', exact: true }),
  ).toBeVisible();
  await expect(page.getByText('Nenhum produto ainda')).toBeHidden();
  await page.getByRole('link', { name: 'Comparar com o provedor' }).click();
  await expect(page.getByText('Nenhuma diferença')).toBeVisible();
  await page.goto('/pricing');
  await expect(planCard(page, 'Unlimited')).toBeVisible();
});

test('a new product with a price and a feature is on sale with the next request', async ({
  page,
  server,
}) => {
  await openAsOperator(page, server);
  await page.goto('/admin/products');
  await page.getByRole('link', { name: 'Novo produto' }).click();
  await page.getByRole('button', { name: 'Criar produto' }).click();
  await expect(page.getByText('Verifique todos os campos obrigatórios')).toBeVisible();
  await page.getByLabel('Título').fill('Mesa');
  await page.getByLabel('Nível').fill('4');

  await page.getByRole('button', { name: 'Novo preço' }).click();
  const price = panel(page, 'Novo preço');
  await price.getByLabel('Tipo').selectOption('1');
  await price.getByLabel('Período de cobrança').selectOption('3');
  await price.getByLabel('Preço', { exact: true }).fill('12,50');
  await expectAccessible(page);
  await price.getByRole('button', { name: 'Adicionar' }).click();
  await answer(page);
  await expect(price).toBeHidden();

  await page.getByRole('button', { name: 'Nova funcionalidade' }).click();
  const feature = panel(page, 'Nova funcionalidade');
  await feature.getByLabel('Texto', { exact: true }).fill('Telefone');
  await feature.getByLabel('Valor').fill('24 h');
  await feature.getByRole('button', { name: 'Adicionar' }).click();
  await answer(page);
  await expect(feature).toBeHidden();

  // Prices and features are kept with the product's other input (R-DRF-01).
  await expectKept(page, 'Telefone');
  await page.reload();
  await expect(page.getByText('Rascunho recuperado')).toBeVisible();
  await expect(page.getByRole('cell', { name: /12,50/ })).toBeVisible();
  await page.getByRole('button', { name: 'Criar produto' }).click();
  await answer(page);
  await expect(page).toHaveURL(/\/admin\/products\/[\da-f-]{36}$/);
  await expect(page.getByText('prod_')).toBeVisible();
  await page.goto('/pricing');
  await expect(planCard(page, 'Mesa')).toContainText('12,50');
  await expect(planCard(page, 'Mesa')).toContainText('Telefone 24 h');
});

test('the texts of default products are shown in the page’s language and stay translated (R-PRD-10)', async ({
  page,
  server,
}) => {
  const { api } = await openAsOperator(page, server);
  const find = async () => (await api.products.getAll()).find(({ title }) => title === 'Pro');
  const before = await find();
  await open(page, 'Pro');
  await page.getByRole('link', { name: 'Editar', exact: true }).click();
  await expect(page.getByLabel('Selo')).toHaveValue('Mais popular');
  await expect(page.getByLabel('Descrição')).not.toHaveValue(/pricing\./);
  await page.getByLabel('Selo').fill('Nosso favorito');
  await page.getByRole('button', { name: 'Salvar alterações' }).click();
  await answer(page, 'Salvar');
  await expect(page.getByText('Nosso favorito')).toBeVisible();

  await page.getByRole('tab', { name: /^Funcionalidades/ }).click();
  const row = page.getByRole('row', { name: /Registro de auditoria/ });
  await row.getByRole('link').click();
  const feature = panel(page, 'Editar funcionalidade');
  await expect(feature.getByLabel('Texto', { exact: true })).toHaveValue('Registro de auditoria');
  await expectAccessible(page);
  await feature.getByLabel('Ordem').fill('9');
  await feature.getByRole('button', { name: 'Salvar' }).click();
  await answer(page, 'Salvar');
  await expect(feature).toBeHidden();
  await expect(page.getByText('pricing.')).toHaveCount(0);

  const after = await find();
  expect(after).toMatchObject({ description: before?.description, badge: 'Nosso favorito' });
  expect(after?.features.at(-1)).toMatchObject({
    order: 9,
    key: 'pricing.features.auditLog',
    translateInFrontend: true,
  });
});

test('the pricing page shows the previous price and the end of an offer', async ({
  page,
  server,
}) => {
  await openAsOperator(page, server);
  await open(page, 'Mesa');
  const edit = async (change: (form: ReturnType<typeof panel>) => Promise<void>) => {
    await page.getByRole('tab', { name: /^Preços/ }).click();
    await page.getByRole('link', { name: 'Editar preço' }).click();
    await expect(page).toHaveURL(/\/admin\/products\/prices\/[\da-f-]{36}\/edit$/);
    const form = panel(page, 'Editar preço');
    for (const fixed of ['Tipo', 'Período de cobrança', 'Moeda', 'Preço', 'Dias de teste']) {
      await expect(form.getByLabel(fixed, { exact: true })).toBeDisabled();
    }
    await change(form);
    await form.getByRole('button', { name: 'Salvar' }).click();
    await answer(page, 'Salvar');
    await expect(form).toBeHidden();
  };
  await edit((form) => form.getByLabel('Preço anterior').fill('20'));
  await page.goto('/pricing');
  await expect(planCard(page, 'Mesa').locator('s')).toContainText('20,00');
  await open(page, 'Mesa');
  await edit((form) => form.getByLabel('Ativo').uncheck());
  await page.goto('/pricing');
  await expect(planCard(page, 'Pro')).toBeVisible();
  await expect(planCard(page, 'Mesa')).toBeHidden();
});

test('unsaved changes can be dropped or saved, and an unknown product leads to the list (R-OPR-04)', async ({
  page,
  server,
}) => {
  await openAsOperator(page, server);
  await open(page, 'Mesa');
  await page.getByRole('link', { name: 'Editar', exact: true }).click();
  const save = page.getByRole('button', { name: 'Salvar alterações' });
  await expect(page.getByLabel('ID do serviço')).toBeDisabled();
  await expect(save).toBeHidden();
  await page.getByLabel('Título').fill('Outra mesa');
  await expect(save).toBeVisible();
  await page.getByRole('button', { name: 'Cancelar' }).click();
  await expect(page.getByLabel('Título')).toHaveValue('Mesa');
  await expect(save).toBeHidden();
  await page.getByLabel('Título').fill('Mesa grande');
  await save.click();
  await answer(page, 'Salvar');
  await expect(page.getByRole('heading', { name: 'Mesa grande' })).toBeVisible();
  await expect(page).toHaveURL(/[\da-f]$/);
  await page.goto(`/admin/products/${randomUUID()}`);
  await expect(page.getByRole('alertdialog')).toContainText('Este produto não existe');
  await answer(page, 'Fechar');
  await expect(page).toHaveURL(/\/admin\/products$/);
});

test('deleting archives a product with subscriptions and removes one without', async ({
  page,
  server,
}) => {
  const owner = await createVerifiedOwner(server.url, 'Pro');
  await openAsOperator(page, server);
  await open(page, 'Pro');
  await page.getByRole('button', { name: 'Excluir produto' }).click();
  await answer(page, 'Excluir');
  await expect(page.getByRole('alertdialog')).toContainText('um cliente tem ou já teve');
  await answer(page, 'Fechar');
  await expect(page.getByText('Arquivado', { exact: true })).toBeVisible();

  await open(page, 'Mesa grande');
  await page.getByRole('button', { name: 'Excluir produto' }).click();
  await answer(page, 'Excluir');
  await expect(page).toHaveURL(/\/admin\/products$/);
  await expect(page.getByRole('rowheader', { name: 'Mesa grande' })).toBeHidden();
  await page.goto('/pricing');
  await expect(planCard(page, 'Unlimited')).toBeVisible();
  await expect(planCard(page, 'Pro')).toBeHidden();
  const { activeProduct } = await owner.api.subscriptions.getCurrent();
  expect(activeProduct?.subscriptionProduct.title).toBe('Pro');
});

test('a price, and the products of a coupon, that can’t be loaded offer another try (R-APP-12)', async ({
  page,
  server,
}) => {
  await openAsOperator(page, server);
  const plans = await apiClientAt(server.url).products.getAll();
  const price = plans.flatMap(({ prices }) => prices).at(0)?.id ?? '';
  const again = page.getByRole('main').getByText('Tentar novamente', { exact: true });
  const readsPrice = /\/SubscriptionProduct\/GetPrice\//;
  await page.route(readsPrice, (route) => route.abort());
  await page.goto(`/admin/products/prices/${price}/edit`);
  await expect(again).toBeVisible();
  await page.unroute(readsPrice);
  await again.click();
  await expect(page.getByRole('dialog', { name: 'Editar preço' })).toBeVisible();

  const readsPlans = /\/SubscriptionProduct\/GetAll/;
  await page.route(readsPlans, (route) => route.abort());
  await page.goto('/admin/coupons/new');
  await expect(again).toBeVisible();
  await page.unroute(readsPlans);
  await again.click();
  await expect(page.getByRole('checkbox', { name: plans[0]?.title ?? '' })).toBeVisible();
});

test('every figure of the overview links to the rows behind it (R-OPR-06)', async ({
  page,
  server,
}) => {
  await createVerifiedOwner(server.url, 'Unlimited');
  await openAsOperator(page, server);
  await page.goto('/admin/dashboard');
  const figures = page.getByRole('list', { name: 'Números' });
  await expect(figures.getByRole('link', { name: 'Em teste 2' })).toBeVisible();
  await page.getByRole('radio', { name: '3 meses' }).click();
  await expect(page).toHaveURL(/months=3$/);
  const monthName = new Intl.DateTimeFormat('pt-BR', { month: 'short', timeZone: 'UTC' });
  for (const title of ['MRR por mês', 'Movimentos por mês']) {
    const chart = page.getByRole('img', { name: title });
    await expect(chart).toContainText(monthName.format(new Date()));
    const table = await chart.getAttribute('aria-details');
    await expect(page.locator(`[id="${table}"]`).getByRole('table')).toBeVisible();
  }
  await expectAccessible(page);
  await figures.getByRole('link', { name: 'Em teste' }).click();
  await expect(page).toHaveURL(/subscriptions\?status=trialing$/);
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(3);
  await expectAccessible(page);
});

test('a product gets its prices in reais from suggestions, and one in any currency with its own decimals (R-PRD-12, R-PRD-15)', async ({
  page,
  server,
}) => {
  const { api } = await operatorSession(server);
  const prices = [
    { type: 1, billingPeriod: 3, currency: 'usd', price: 19 },
    { type: 1, billingPeriod: 4, currency: 'usd', price: 190 },
  ] as const;
  const { id } = await api.products.create({
    body: { tier: 7, title: 'Mesa', active: true, image: null, prices: [...prices] },
  });
  await openAsOperator(page, server);
  await page.goto(`/admin/products/${id}?tab=prices`);
  await page.getByRole('button', { name: 'Outra moeda' }).click();
  await page.getByRole('link', { name: 'BRL · Real brasileiro' }).click();
  const local = panel(page, 'Preços em BRL');
  await expect(local.getByLabel('Mensal')).toHaveValue('102,90');
  await expect(local.getByLabel('Anual')).toHaveValue('1.029,00');
  await local.getByLabel('Mensal').fill('99,90');
  await expectAccessible(page);
  await local.getByRole('button', { name: 'Adicionar' }).click();
  await answer(page);
  await expect(local).toBeHidden();
  await expect(page.getByRole('row', { name: /BRL/ })).toHaveCount(2);

  await page.goto(`/admin/products/${id}/prices/new`);
  const price = panel(page, 'Novo preço');
  await price.getByLabel('Tipo').selectOption('1');
  await price.getByLabel('Período de cobrança').selectOption('3');
  await price.getByLabel('Moeda').selectOption({ label: 'JPY · Iene japonês' });
  await price.getByLabel('Preço', { exact: true }).fill('1500,5');
  await price.getByRole('button', { name: 'Adicionar' }).click();
  await expect(price.getByText('Use um número inteiro')).toBeVisible();
  await price.getByLabel('Preço', { exact: true }).fill('1500');
  await price.getByLabel('Preço anterior').focus();
  await expect(price.getByLabel('Preço', { exact: true })).toHaveValue('1.500');
  await expectAccessible(page);
  await price.getByRole('button', { name: 'Adicionar' }).click();
  await answer(page);
  await expect(price).toBeHidden();
  await expect(page.getByRole('row', { name: /JPY/ })).toContainText('JP¥ 1.500');

  await page.goto('/pricing?currency=brl');
  await expect(planCard(page, 'Mesa')).toContainText('99,90');
  const choice = page.getByRole('navigation', { name: 'Moeda' });
  await expect(choice.getByRole('link')).toHaveText(['USD', 'MXN', 'EUR', 'BRL', 'JPY']);
  await choice.getByRole('link', { name: 'JPY' }).click();
  await expect(planCard(page, 'Mesa')).toContainText('1.500');
});
