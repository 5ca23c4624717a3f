import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/support/accessibility.ts';
import { expect } from '#e2e/support/fixtures.ts';
import { createSignedInOwner } from '#e2e/support/members.ts';
import { openAsOperator, pressRowAction } from '#e2e/support/operator.ts';
import { ownServerTest as test } from '#e2e/support/own-server.ts';
import { clearBrowserSession, createVerifiedOwner, testPassword } from '#e2e/support/users.ts';

const confirm = (page: Page, name: string) =>
  page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click();

/** Invites an operator in the dialog. */
const inviteOperator = async (page: Page, email: string, role: string) => {
  await page.getByRole('button', { name: 'Convidar operador' }).click();
  const dialog = page.getByRole('dialog', { name: 'Convidar um operador' });
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByRole('radio', { name: new RegExp(`^${role}`) }).check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Enviar convite' }).click();
  await expect(dialog).toBeHidden();
};

/** Accepts an invitation at its link; ends in the portal. */
const acceptInvitation = async (page: Page, link: string) => {
  await page.goto(link);
  await page.getByLabel('Nome', { exact: true }).fill('Bia');
  await page.getByLabel('Sobrenome').fill('Reis');
  await page.getByLabel('Senha', { exact: true }).fill(testPassword);
  await page.getByLabel('Confirme a senha').fill(testPassword);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Aceitar o convite' }).click();
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
};

/** Changes the role of the operator Bia Reis in the dialog. */
const changeRole = async (page: Page, role: string) => {
  await pressRowAction(page, /^Bia Reis/, 'Mudar função');
  const dialog = page.getByRole('dialog', { name: 'Função de Bia Reis' });
  await dialog.getByRole('radio', { name: new RegExp(`^${role}`) }).check();
  await dialog.getByRole('button', { name: 'Salvar função' }).click();
};

test('an administrator invites operators, changes roles and removes them (R-OPR-10, R-OPR-11)', async ({
  page,
  browser,
  server,
  mailTo,
}) => {
  await openAsOperator(page, server);
  await page.goto('/admin/dashboard');
  await page.getByRole('link', { name: 'Operadores' }).click();
  const own = page.getByRole('row', { name: /^Admin/ });
  await expect(own).toContainText('(você)');
  await own.getByRole('button', { name: /^Ações para/ }).click();
  await expect(page.getByRole('button', { name: 'Remover operador' })).toBeDisabled();
  await expect(page.getByText('É preciso haver pelo menos um administrador')).toBeVisible();
  await page.keyboard.press('Escape');

  const email = 'bia@operadores.example.com';
  await inviteOperator(page, email, 'Catálogo');
  await expect(page.getByRole('row', { name: email })).toContainText('Convite até');
  await expectAccessible(page);

  const theirs = await (
    await browser.newContext({ locale: 'pt-BR', baseURL: server.url })
  ).newPage();
  const mail = await mailTo(email);
  const link = mail.links.find((one) => one.includes('/account/operator?i=')) ?? '';
  await acceptInvitation(theirs, link);
  await theirs.goto('/admin/coupons');
  await expect(theirs.getByText('Sua função é Catálogo.')).toBeVisible();
  await expect(theirs.getByRole('link', { name: 'Novo cupom' })).toBeHidden();
  await expect(theirs.getByRole('link', { name: 'Pessoas' })).toBeHidden();
  await expectAccessible(theirs);
  await theirs.getByRole('link', { name: 'Todos', exact: true }).click();
  await expect(theirs.getByRole('link', { name: 'Novo produto' })).toBeVisible();
  await theirs.goto('/admin/coupons/new');
  await expect(theirs.getByText('Sua função não abre esta página')).toBeVisible();
  await expectAccessible(theirs);

  await page.reload();
  await changeRole(page, 'Administrador');
  await expect(page.getByRole('row', { name: /^Bia Reis/ })).toContainText('Administrador');
  // One's own role shows at once.
  await theirs.goto('/admin/operators');
  await changeRole(theirs, 'Financeiro');
  await expect(theirs.getByRole('link', { name: 'Operadores' })).toBeHidden();
  await theirs.getByRole('link', { name: 'Cupons', exact: true }).click();
  await expect(theirs.getByRole('link', { name: 'Novo cupom' }).first()).toBeVisible();

  await pressRowAction(page, /^Bia Reis/, 'Remover operador');
  await confirm(page, 'Remover operador');
  await expect(page.getByRole('row', { name: /^Bia Reis/ })).toBeHidden();
  await theirs.goto('/admin/coupons');
  await expect(theirs).toHaveURL(/\/account\/login/);
  // The operator's pages have their own theme; the sign-in page has the visitor's.
  await expect(theirs.locator('html')).toHaveAttribute('data-color', 'red');
});

test('support acts as a customer to look, and changes nothing (R-OPR-12)', async ({
  page,
  browser,
  server,
  mailTo,
}) => {
  const customer = await (
    await browser.newContext({ locale: 'pt-BR', baseURL: server.url })
  ).newPage();
  const ana = await createSignedInOwner(customer, server.url, 'Pro');
  const { api } = await openAsOperator(page, server);
  const texts = { 'pt-BR': { title: 'Manutenção', text: 'Hoje à noite' } };
  const announcement = await api.announcements.create({
    body: { severity: 'information', texts, startsAt: '2060-01-01T00:00:00Z' },
  });
  await page.goto('/admin/operators');
  const email = 'leo@operadores.example.com';
  await inviteOperator(page, email, 'Suporte');
  const { links } = await mailTo(email);
  await clearBrowserSession(page);
  await acceptInvitation(page, links.find((one) => one.includes('/account/operator?')) ?? '');

  // What a role only reads can't be typed into; the languages can be switched.
  await page.goto(`/admin/announcements/${announcement.id}`);
  await expect(page.getByLabel('Título')).toBeDisabled();
  await expect(page.getByLabel('Os membros podem fechá-lo')).toBeDisabled();
  await page.getByRole('radio', { name: 'English' }).check({ force: true });
  await expect(page.getByRole('radio', { name: 'English' })).toBeChecked();

  await page.goto(`/admin/users?search=${encodeURIComponent(ana.email)}`);
  await page
    .getByRole('row', { name: ana.email })
    .getByRole('button', { name: /^Ações para/ })
    .click();
  await expect(page.getByRole('button', { name: 'Excluir conta' })).toBeHidden();
  await page.getByRole('button', { name: 'Agir como esta pessoa' }).click();
  await page.getByRole('dialog').getByLabel('Motivo').fill('Chamado 12');
  await page.getByRole('dialog').getByRole('button', { name: 'Começar' }).click();
  await expect(page).toHaveURL(/\/app\/dashboard$/);
  await expect(page.getByText('Você pode ver tudo, mas não alterar nada')).toBeVisible();
  await expectAccessible(page);

  await page.goto('/app/transactions/new');
  await page.getByLabel('Descrição').fill('Of support');
  await page.getByLabel('Preço').fill('1');
  await page.getByRole('button', { name: 'Adicionar' }).click();
  await confirm(page, 'Adicionar');
  await expect(
    page.getByText('Você só pode olhar enquanto age como cliente').first(),
  ).toBeVisible();
});

test('the operator lists the provider’s events and replays one and several (R-LST-11)', async ({
  page,
  server,
}) => {
  const ana = await createVerifiedOwner(server.url, 'Pro');
  const { name } = await ana.api.tenants.getCurrent();
  await openAsOperator(page, server);
  await page.goto('/admin/events');
  const row = page.getByRole('row', { name: 'customer.subscription.created' }).first();
  await expect(row).toContainText(name);
  await row.getByRole('button', { name: 'Reprocessar customer.subscription.created' }).click();
  await expect(page.getByText('O evento está sendo reprocessado')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Buscar').fill(name);
  await expect(page.getByRole('row', { name: 'customer.subscription.created' })).toHaveCount(1);
  await page.getByRole('checkbox', { name: 'Selecionar todas as linhas carregadas' }).check();
  await page
    .getByRole('group', { name: 'Registros selecionados' })
    .getByRole('button', { name: 'Reprocessar' })
    .click();
  await expect(page.getByText(/^\d+ eventos estão sendo reprocessados$/)).toBeVisible();
  await expectAccessible(page);
});
