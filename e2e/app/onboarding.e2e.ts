import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/support/accessibility.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { createJoinLink } from '#e2e/support/joining.ts';
import { observeLayoutShifts, takeLayoutShift } from '#e2e/support/layout-shift.ts';
import {
  createSignedInOwner,
  fillNames,
  fillNewPassword,
  memberRow,
  membersPath,
} from '#e2e/support/members.ts';
import {
  apiClientAt,
  createVerifiedOwner,
  registrationData,
  signInInBrowser,
  testPassword,
} from '#e2e/support/users.ts';

const checklist = (page: Page) => page.locator('section').filter({ hasText: 'Primeiros passos' });

test('an owner is led through the first steps, and hides them (R-ONB-01, R-ONB-02, R-ONB-03)', async ({
  page,
  server,
}) => {
  const { api } = await createSignedInOwner(page, server.url, 'Pro');
  await observeLayoutShifts(page);
  await page.goto('/app/dashboard');
  const steps = checklist(page);
  const progress = steps.getByRole('progressbar', { name: 'Primeiros passos' });
  await expect(progress).toHaveAttribute('aria-valuenow', '1');
  await expect(steps).toContainText('1 de 5 passos concluídos');
  await expect(page.getByText('Registre sua primeira transação')).toBeVisible();
  await expect(page.locator('main svg[viewBox="0 -3 8 106"]')).toBeVisible();
  expect(await takeLayoutShift(page)).toBeLessThan(0.02);
  await expectAccessible(page);

  // Completed elsewhere, by another device: the hub refreshes it.
  await api.invitations.inviteMany({ body: { addresses: [registrationData().email], role: 2 } });
  await expect(progress).toHaveAttribute('aria-valuenow', '2');

  // By keyboard alone.
  await steps.getByRole('link', { name: /Registre uma transação/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/app\/transactions\/new$/);
  const { id, name } = await api.tenants.getCurrent();
  await api.transactions.create({
    body: { description: 'Taxas', quantity: 1, price: 10, date: '2026-11-02' },
  });
  await api.tenants.update({ params: { id }, body: { name, appTheme: 'light', appColor: 'teal' } });
  await page.goto('/app/dashboard');
  await expect(progress).toHaveAttribute('aria-valuenow', '4');
  await steps.getByRole('button', { name: 'Ocultar lista' }).focus();
  await page.keyboard.press('Enter');
  await expect(steps).toBeHidden();
  await expect(page.locator('#content')).toBeFocused();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Painel' })).toBeVisible();
  await expect(steps).toBeHidden();
});

test('sample data comes and goes with one press, and a deleted sample is one again after Undo (R-HIS-04, R-ONB-05, R-ONB-06)', async ({
  page,
  server,
}) => {
  const { api } = await createSignedInOwner(page, server.url, 'Pro');
  await observeLayoutShifts(page);
  await page.goto('/app/transactions');
  await page.getByRole('button', { name: 'Usar dados de exemplo' }).click();
  const notice = page.getByRole('status').filter({ hasText: 'dados de exemplo' });
  await expect(notice).toBeVisible();
  await expect(page.getByRole('row', { name: /Mini-índice, 5 contratos/ }).first()).toContainText(
    'Exemplo',
  );
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Editar transação' }).first().click();
  await expect(page).toHaveURL(/\/edit$/);
  const id = page.url().split('/').at(-2) ?? '';
  const panel = page.getByRole('dialog');
  await panel.getByText('Histórico', { exact: true }).press('Enter');
  await expect(panel).toContainText('Nenhuma alteração ainda');
  await panel.getByRole('button', { name: 'Excluir' }).press('Enter');
  const question = page.getByRole('alertdialog', { name: /^Excluir “.+”\?$/ });
  await expect(question).toContainText('Você pode desfazer');
  await question.getByRole('button', { name: 'Excluir' }).press('Enter');
  await page.getByRole('button', { name: 'Desfazer' }).press('Enter');
  await expect(page.getByText('1 registro restaurado')).toBeVisible();
  expect(await api.transactions.get({ params: { id } })).toMatchObject({ sample: true });
  await page.goto('/app/dashboard');
  await expect(notice).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Por dia' })).toBeVisible();
  expect(await takeLayoutShift(page)).toBeLessThan(0.02);
  await expectAccessible(page);
  await notice.getByRole('button', { name: 'Remover dados de exemplo' }).click();
  await expect(notice).toBeHidden();
  expect((await api.transactions.getAll()).items).toEqual([]);
  await expect(page.getByText('Registre sua primeira transação')).toBeVisible();
  await page.getByRole('button', { name: 'Usar dados de exemplo' }).first().press('Enter');
  await expect(notice).toBeVisible();
});

// Also shows R-MEM-13 (accepting and rejecting).
test('a person asks by link and waits for acceptance, and the app opens once it is there (R-MEM-10, R-MEM-12, R-ONB-08, R-ONB-09, R-ONB-10)', async ({
  page,
  browser,
  server,
}) => {
  const owner = await createSignedInOwner(page, server.url, 'Pro');
  const { organization } = owner;
  const link = await createJoinLink(owner, server.url, { acceptance: true });
  const caio = registrationData();
  await apiClientAt(server.url).invitations.requestAccess({
    params: { token: link.split('/').at(-1) ?? '' },
    body: { email: caio.email, password: testPassword, passwordConfirm: testPassword },
  });
  const other = await (await browser.newContext({ locale: 'pt-BR' })).newPage();
  // The page looks for an answer every ten seconds.
  await other.clock.install();
  const { email } = registrationData();
  await other.goto(link);
  await expect(other.getByRole('heading')).toContainText(organization);
  await other.getByLabel('E-mail').fill(email);
  await fillNewPassword(other);
  await other.getByRole('button', { name: 'Pedir acesso' }).click();
  await expect(other.getByLabel('Nome', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await fillNames(other);
  await expectAccessible(other);
  await other.getByRole('button', { name: 'Pedir acesso' }).click();
  await other.getByRole('link', { name: 'Ver meu pedido' }).click();
  await signInInBrowser(other, email);
  await expect(other).toHaveURL(/\/account\/waiting$/);
  await expect(other.getByRole('heading', { name: 'Aguardando aprovação' })).toBeVisible();
  await expect(other.getByRole('listitem')).toContainText(organization);
  await expectAccessible(other);

  // Pages of the app lead back; the form of an own organization opens in place.
  await other.goto('/app/transactions');
  await expect(other).toHaveURL(/\/account\/waiting$/);
  await other.getByRole('link', { name: 'Criar organização' }).click();
  await expect(other.getByLabel('Nome da organização')).toBeVisible();
  await expectAccessible(other);
  await other.getByRole('link', { name: 'Voltar aos meus pedidos' }).click();

  // The list of members shows the name.
  await page.goto(membersPath);
  await expect(memberRow(page, email)).toContainText('Eva Reis');
  await memberRow(page, caio.email)
    .getByRole('button', { name: /Recusar/ })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Recusar' }).click();
  await expect(memberRow(page, caio.email)).toBeHidden();
  await memberRow(page, email)
    .getByRole('button', { name: /Aceitar/ })
    .click();
  await expect(memberRow(page, email)).toContainText('Ativo');
  await expect(memberRow(page, email)).toContainText('Por link');
  await other.clock.fastForward(10_000);
  await expect(other).toHaveURL(/\/app\/dashboard$/);
  // A member has no first steps.
  await expect(other.getByRole('heading', { name: 'Painel' })).toBeVisible();
  await expect(checklist(other)).toBeHidden();
});

test('a request is canceled by its sender (R-ACC-03, R-ONB-10)', async ({ page, server }) => {
  const owner = await createVerifiedOwner(server.url, 'Pro');
  const link = await createJoinLink(owner, server.url, { acceptance: true });
  const { email } = registrationData();
  await apiClientAt(server.url).invitations.requestAccess({
    params: { token: link.split('/').at(-1) ?? '' },
    body: { email, password: testPassword, passwordConfirm: testPassword },
  });
  await page.goto('/account/login');
  await signInInBrowser(page, email);
  await page.getByRole('button', { name: 'Cancelar pedido' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar pedido' }).click();
  await expect(page.getByRole('heading', { name: 'Nenhum pedido aguardando' })).toBeVisible();
  await page.getByRole('button', { name: 'Sair' }).click();
  await expect(page).toHaveURL(/\/account\/login/);
  await signInInBrowser(page, email);
  await expect(page.getByRole('alert')).toContainText('não pertence a nenhuma organização');
});

test('several people are invited at a time, with a result for each (R-ONB-12)', async ({
  page,
  server,
}) => {
  const { email } = await createSignedInOwner(page, server.url, 'Pro');
  const [first, second, third] = [1, 2, 3].map(() => registrationData().email);
  await page.goto(`${membersPath}/new`);
  const panel = page.getByRole('dialog', { name: 'Convidar um membro' });
  await panel.getByRole('button', { name: 'Convidar várias de uma vez' }).press('Enter');
  await panel.getByRole('button', { name: 'Enviar convites' }).click();
  await expect(panel).toContainText('Informe pelo menos um endereço');
  await panel
    .getByLabel('Endereços de e-\u2060mail')
    .fill(`Bia Lima <${first}>, ${first}\n${email}\nninguém\n${second}; ${third}`);
  await expect(panel).toContainText('6 endereços');
  await panel.getByRole('radio', { name: /^Convidado/ }).check();
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Enviar convites' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Enviar convites' }).click();
  const results = panel.getByRole('list', { name: 'Resultados' }).getByRole('listitem');
  await expect(results).toContainText([
    'Convite enviado',
    'Informado duas vezes',
    'Já é membro ou foi convidado',
    'Não é um endereço de e-\u2060mail',
    'Convite enviado',
    'Sem vagas',
  ]);
  await expectAccessible(page);
  // What was not invited stays for another attempt.
  await panel.getByRole('button', { name: 'Convidar mais' }).click();
  await expect(panel.getByLabel('Endereços de e-\u2060mail')).toHaveValue(`ninguém\n${third}`);
  await panel.getByLabel('Endereços de e-\u2060mail').fill('');
  await panel.getByRole('button', { name: 'Cancelar' }).click();
  await expect(memberRow(page, first ?? '')).toContainText('Bia Lima');
});
