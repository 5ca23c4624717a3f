import type { Page } from '@playwright/test';
import { Role } from '#contract/access.ts';
import { expectAccessible } from '#e2e/support/accessibility.ts';
import {
  testCardNumbers,
  daySeconds,
  expect,
  subscriptionPanel,
  billingPath,
  fillCard,
} from '#e2e/support/billing.ts';
import { inviteAndAccept } from '#e2e/support/members.ts';
import { openSubscription, test } from '#e2e/support/subscribers.ts';
import {
  apiClientAt,
  createVerifiedOwner,
  restoreSession,
  registrationData,
} from '#e2e/support/users.ts';

const plan = (page: Page) => subscriptionPanel(page, 'Plano atual');
const change = (page: Page) => subscriptionPanel(page, 'Mudar de plano');
const invoices = (page: Page) => page.getByRole('table', { name: 'Faturas' });

/** Opens the picker of plans and chooses one. */
const choosePlan = async (page: Page, title: RegExp) => {
  await plan(page).getByRole('button', { name: 'Mudar de plano' }).click();
  await change(page).getByRole('radio', { name: title }).check();
};

/** Changes to the chosen plan. */
const update = async (page: Page) => {
  await change(page).getByRole('button', { name: 'Atualizar', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Atualizar' }).click();
};

test('subscribes with a card, upgrades and downgrades at the price shown (R-SUB-03, R-SUB-04, R-SUB-08)', async ({
  page,
  server,
  provider,
  endAfterTest,
}) => {
  const ana = endAfterTest(await createVerifiedOwner(server.url, 'Starter'));
  await restoreSession(page, ana);
  await page.goto(billingPath);
  await choosePlan(page, /Mesa/);
  await change(page).getByRole('button', { name: 'Assinar', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Assinar' }).click();
  const payment = page.getByRole('dialog', { name: 'Cartão para pagamento' });
  await expect(payment).toContainText('Nenhuma forma de pagamento cadastrada');
  await fillCard(page, testCardNumbers.pays);
  await payment.getByRole('button', { name: 'Assinar' }).click();
  await expect(page.getByText('Assinatura atualizada')).toBeVisible();
  await expect(plan(page)).toContainText('Mesa');
  await expect(page.getByRole('navigation', { name: 'Configurações' })).toContainText('Mesa');
  await provider.advance(10 * daySeconds);

  await plan(page).getByRole('button', { name: 'Mudar de plano' }).click();
  await expect(change(page).getByRole('button', { name: 'Selecione um produto' })).toBeDisabled();
  await change(page)
    .getByRole('radio', { name: /Pregueiro/ })
    .check();
  const dueNow = change(page).getByRole('definition').filter({ hasText: '$' }).first();
  await expect(dueNow).toBeVisible();
  const due = await dueNow.textContent();
  await change(page).getByRole('button', { name: 'Atualizar', exact: true }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Mudar para Pregueiro?' });
  await expect(dialog).toContainText(due ?? '');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Atualizar' }).click();
  await expect(plan(page)).toContainText('Pregueiro');
  await expect(invoices(page).getByRole('row').nth(1)).toContainText(due ?? '');

  const { email } = registrationData();
  const person = { lastName: 'Lima', role: Role.Member };
  await ana.api.invitations.invite({ body: { ...person, email, firstName: 'Bia' } });
  const caio = await ana.api.invitations.invite({
    body: { ...person, email: `c${email}`, firstName: 'Caio' },
  });
  await choosePlan(page, /Starter/);
  const blocked = change(page).getByRole('alert');
  // The preview already shows why the free plan is refused.
  await expect(blocked).toContainText(email);
  await expect(blocked).toContainText('Membros demais para este plano');
  await expect(change(page).getByRole('button', { name: 'Trocar de plano' })).toBeDisabled();
  await change(page).getByRole('radio', { name: /Mesa/ }).check();
  await update(page);
  await expect(blocked).toContainText('O limite de membros deste plano é 2, e vocês são 3');
  await expect(blocked).toContainText(email);
  await expectAccessible(page);
  await ana.api.members.remove({ params: { id: caio.id } });
  await update(page);
  await expect(plan(page)).toContainText('Mesa');
});

test('a change is confirmed only after its cost was shown, and done although the network is lost after it (R-SUB-03)', async ({
  page,
  createSubscriber,
}) => {
  await openSubscription(page, await createSubscriber());
  const preview = /GetUpcomingInvoice\?/;
  await page.route(preview, (route) =>
    route.fulfill({ status: 429, json: { code: 'tooManyRequests' } }),
  );
  await choosePlan(page, /Pregueiro/);
  await expect(change(page)).toContainText('Tentativas demais');
  const submit = change(page).getByRole('button', { name: 'Atualizar', exact: true });
  await expect(submit).toBeDisabled();
  const retry = change(page).getByRole('button', { name: 'Tentar novamente' });
  await expect(retry).toBeVisible();
  await expectAccessible(page);
  await page.unroute(preview);
  // A message of the hub may have repeated it already.
  await retry.or(change(page).getByText('A pagar agora')).click();
  await page.route('**/api/Tenant/GetCurrent', (route) => route.abort());
  await update(page);
  await expect(page.getByText('Assinatura atualizada')).toBeVisible();
  await expect(plan(page)).toContainText('Pregueiro');
});

test('the page shows purchases and invoices, opens the portal, and works while the provider is down (R-SUB-01, R-SUB-14, R-SUB-18, R-REL-04)', async ({
  page,
  provider,
  createSubscriber,
}) => {
  await openSubscription(page, await createSubscriber());
  await choosePlan(page, /Curso/);
  await change(page).getByRole('button', { name: 'Comprar' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Comprar Curso?' });
  await dialog.getByRole('button', { name: 'Comprar' }).click();
  await expect(subscriptionPanel(page, 'Compras avulsas')).toContainText('Curso');
  await expect(plan(page)).toContainText('Mesa');
  await expect(invoices(page).getByRole('row', { name: /49,00/ })).toContainText('Paga');
  await expectAccessible(page);

  await subscriptionPanel(page, 'Dados de pagamento')
    .getByRole('button', { name: 'Portal do cliente' })
    .click();
  await expect(page).toHaveURL(/\/sandbox\/payments\/portal\//);
  await page.getByRole('link', { name: /Voltar/ }).click();
  await expect(page).toHaveURL(new RegExp(`${billingPath}\\?org=`));

  await provider.fail(['500'], 400);
  await page.goto(billingPath);
  await expect(page.getByText('O serviço de pagamento não está respondendo')).toBeVisible();
  await expect(plan(page)).toContainText('Mesa');
  await expectAccessible(page);
  await provider.fail([]);
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(subscriptionPanel(page, 'Dados de pagamento')).toContainText('Visa com final 4242');
});

test('a new subscription can start after an immediate cancellation (R-SUB-10)', async ({
  page,
  server,
  endAfterTest,
}) => {
  await restoreSession(page, endAfterTest(await createVerifiedOwner(server.url, 'Ensaio')));
  await page.goto(billingPath);
  await plan(page).getByRole('button', { name: 'Cancelar assinatura' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancelar o Ensaio?' });
  await dialog.getByRole('radio', { name: /Imediatamente/ }).check();
  await dialog.getByRole('button', { name: 'Cancelar assinatura' }).click();
  await expect(page.getByText('Assinatura cancelada')).toBeVisible();
  await expect(plan(page)).toContainText('Starter');
  await plan(page).getByRole('button', { name: 'Mudar de plano' }).click();
  const choose = subscriptionPanel(page, 'Mudar de plano');
  await expect(choose.getByRole('radio', { name: /Mesa/ })).not.toBeChecked();
  await choose.getByRole('radio', { name: /Mesa/ }).check();
  await expect(choose.getByRole('radio', { name: 'Mensal' })).toBeChecked();
  await choose.getByRole('button', { name: 'Assinar', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Assinar' }).click();
  await fillCard(page, testCardNumbers.pays);
  await page.getByRole('dialog').getByRole('button', { name: 'Assinar' }).click();
  await expect(plan(page)).toContainText('Mesa');
});

test('a second organization asks for a card before it is created (R-ORG-03)', async ({
  page,
  server,
  provider,
}) => {
  const ana = await createVerifiedOwner(server.url, 'Starter');
  const name = registrationData().organization;
  await restoreSession(page, ana);
  await page.goto('/app/organizations/new');
  await page.getByLabel('Nome da organização').fill(name);
  await page.getByRole('radio', { name: /Mesa/ }).check();
  await page.getByRole('button', { name: /Assinar por/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Cartão para pagamento' });
  await fillCard(page, testCardNumbers.declined);
  await dialog.getByRole('button', { name: /Assinar por/ }).click();
  await expect(dialog.getByRole('alert')).toContainText(
    'Seu cartão foi recusado. Tente outro cartão.',
  );
  await fillCard(page, testCardNumbers.asksEveryTime);
  await dialog.getByRole('button', { name: /Assinar por/ }).click();
  await page.getByRole('button', { name: 'Confirmar pagamento' }).click();
  const alert = page.getByRole('alertdialog', { name: 'Organização criada' });
  await alert.getByRole('button', { name: 'Fechar' }).click();
  await expect(page).toHaveURL(/\/app\/dashboard$/);
  await expect(page.getByRole('navigation', { name: 'Menu principal' })).toContainText(name);
  const { invoices: charged } = await provider.of(ana.email);
  expect(charged.filter(({ status }) => status === 'paid')).toHaveLength(1);
});

/** Chooses the free plan in place of the current one and returns the dialog that asks when. */
async function chooseStarter(page: Page) {
  await choosePlan(page, /Starter/);
  await expect(change(page)).toContainText('O plano atual vale até');
  await change(page).getByRole('button', { name: 'Trocar de plano' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mudar para o Starter?' });
  await expect(dialog).toContainText('Quando o Mesa deve terminar?');
  return dialog;
}

test('the free plan replaces a paid one at the end of the period or immediately (R-SUB-05)', async ({
  page,
  provider,
  createSubscriber,
}) => {
  const [ana, bia] = await Promise.all([createSubscriber(), createSubscriber()]);
  await restoreSession(page, bia);
  await page.goto(billingPath);
  const now = await chooseStarter(page);
  await now.getByRole('radio', { name: /Agora/ }).check();
  await now.getByRole('button', { name: 'Trocar de plano' }).click();
  await expect(page.getByText('Agora você está no Starter')).toBeVisible();
  await expect(plan(page)).toContainText('Starter');
  // A plan for one person, without transactions, has no limit to announce.
  const usage = subscriptionPanel(page, 'Uso');
  await expect(usage).toContainText('1 de 1');
  await expect(usage).not.toContainText('Limite atingido');
  await expect(usage).not.toContainText('Transações');

  await restoreSession(page, ana);
  await page.goto(billingPath);
  const dialog = await chooseStarter(page);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Trocar de plano' }).click();
  await expect(page.getByText(/Você muda para o Starter em/)).toBeVisible();
  await expect(plan(page)).toContainText('Mesa');
  await expect(plan(page)).toContainText('Starter, gratuito');
  await provider.advance(32 * daySeconds);
  await page.reload();
  await expect(plan(page)).toContainText('Starter');
  await expect(plan(page)).not.toContainText('Mesa');
  await expect(subscriptionPanel(page, 'Compras avulsas')).not.toContainText('Starter');
});

/** Adds a transaction in the side panel. */
async function addTransaction(page: Page) {
  await page.goto('/app/transactions/new');
  await page.getByLabel('Descrição').fill('Corretagem');
  await page.getByLabel('Preço').fill('1');
  await page.getByRole('button', { name: 'Adicionar' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Adicionar' }).click();
}

test('a limit of the plan is announced, then refused with the upgrade (R-USE-02, R-USE-03, R-USE-04)', async ({
  browser,
  page,
  server,
  mailTo,
  createSubscriber,
}) => {
  const { token } = await apiClientAt(server.url).accounts.login({ body: server.operator });
  await apiClientAt(server.url, { token, tenant: '' }).products.create({
    body: {
      tier: 2,
      title: 'Pauta',
      active: true,
      image: null,
      maxUsers: 3,
      maxTransactions: 5,
      prices: [{ type: 1, billingPeriod: 3, price: 5, currency: 'usd' }],
    },
  });
  const ana = await createSubscriber('Pauta');
  await openSubscription(page, ana, 'Pauta');
  const bia = await createVerifiedOwner(server.url, 'Starter');
  await inviteAndAccept(bia, { owner: ana, role: Role.Member, mailTo });
  const usage = subscriptionPanel(page, 'Uso');
  const meter = usage.getByRole('meter', { name: 'Transações neste mês' });
  await expect(meter).toHaveAttribute('aria-valuetext', '0 de 5');
  const body = { description: 'Fee', quantity: 1, price: 1, date: '2026-03-01' };
  for (let n = 0; n < 4; n += 1) await ana.api.transactions.create({ body });

  await page.reload();
  await expect(meter).toHaveAttribute('aria-valuetext', '4 de 5');
  await expect(usage).toContainText('Quase no limite');
  await expectAccessible(page);
  await page.goto('/app/dashboard');
  const notice = page.getByRole('status').filter({ hasText: '4 das 5 transações' });
  await expect(notice.getByRole('link', { name: 'Escolher um plano' })).toBeVisible();

  await addTransaction(page);
  await expect(page.getByText('5 das 5 transações')).toBeVisible();
  await addTransaction(page);
  const refusal = page.getByRole('alertdialog', { name: 'Você precisa fazer um upgrade' });
  await expect(refusal).toContainText('Seu plano inclui 5 transações por mês');
  await expect(refusal).toContainText('A contagem recomeça em 1 de ');
  await expectAccessible(page);

  const other = await (await browser.newContext({ baseURL: server.url })).newPage();
  await restoreSession(other, { token: bia.token, tenant: ana.tenant });
  await addTransaction(other);
  const advice = other.getByRole('alertdialog', { name: 'Você precisa fazer um upgrade' });
  await expect(advice).toContainText('Peça a um proprietário ou administrador');
  await expect(advice.getByRole('button')).toHaveCount(1);
  await other.context().close();

  await refusal.getByRole('button', { name: 'Fazer upgrade' }).click();
  await expect(usage).toContainText('Limite atingido');
  await choosePlan(page, /Pregueiro/);
  await update(page);
  await expect(usage).toContainText('5 (sem limite)');
});

test('a code that replaces a running discount says so before the change (R-SUB-12)', async ({
  page,
  provider,
  createSubscriber,
}) => {
  const [better, worse] = [`HALF${Date.now()}`, `TENTH${Date.now()}`];
  await provider.coupon({ code: better, percentOff: 50 });
  await provider.coupon({ code: worse, percentOff: 10 });
  const apply = async (code: string) => {
    await change(page).getByText('Tem um cupom?').click();
    await change(page).getByLabel('Cupom').fill(code);
    await change(page).getByLabel('Cupom').press('Enter');
    await expect(change(page).getByLabel('Cupom')).not.toBeEditable();
  };
  await openSubscription(page, await createSubscriber());
  await choosePlan(page, /Pregueiro/);
  await apply(better);
  await expect(change(page)).toContainText('A pagar agora');
  await expect(change(page).getByText('O código substitui')).toBeHidden();
  await update(page);
  await expect(plan(page)).toContainText('Pregueiro');
  await choosePlan(page, /Mesa/);
  await expect(change(page)).toContainText('A pagar agora');
  await expect(change(page).getByText('O código substitui')).toBeHidden();
  await apply(worse);
  await expect(change(page).getByText('O código substitui o seu desconto')).toBeVisible();
  await expectAccessible(page);
  await change(page).getByRole('button', { name: 'Atualizar', exact: true }).click();
  const confirmation = page.getByRole('alertdialog');
  await expect(confirmation).toContainText('O código substitui o seu desconto');
  await confirmation.getByRole('button', { name: 'Atualizar' }).click();
  await expect(plan(page)).toContainText('Mesa');
});
