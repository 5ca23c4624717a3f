import type { Page } from '@playwright/test';
import { Role } from '#contract/access.ts';
import { expectAccessible } from '#e2e/support/accessibility.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { inviteByEmail } from '#e2e/support/joining.ts';
import {
  fillNewPassword,
  enableJoinLink,
  createSignedInOwner,
  submitInvitation,
  waitForMailedLink,
  membersPath,
  memberRow,
  removeMember,
} from '#e2e/support/members.ts';
import { apiClientAt, registrationData, testPassword } from '#e2e/support/users.ts';

/** Signs in an invited person in a browser context of their own. */
const join = async (page: Page, link: string) => {
  const browser = page.context().browser();
  if (!browser) throw new Error('Page without browser');
  const own = await (await browser.newContext({ locale: 'pt-BR' })).newPage();
  await own.goto(link);
  await fillNewPassword(own);
  await own.getByRole('button', { name: 'Aceitar convite' }).click();
  await expect(own).toHaveURL(/\/app\/dashboard$/);
  return own;
};

// Also shows R-MEM-02, R-MEM-04 (a pending invitation takes a seat), R-FORM-02 and R-FORM-04.
test('owners invite, edit and remove members until the seats are taken (R-MEM-01, R-MEM-06)', async ({
  page,
  mailTo,
  server,
}) => {
  const ana = await createSignedInOwner(page, server.url, 'Pro');
  await page.goto(membersPath);
  await expect(memberRow(page, ana.email)).toContainText('Criou a organização');
  await expect(page.getByText('1 de 3 vagas ocupadas')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Convidar o primeiro membro' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Navegação estrutural' })).toHaveText(
    'PainelConfiguraçõesOrganizaçãoMembros',
  );
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Convidar o primeiro membro' }).click();
  const panel = page.getByRole('dialog');
  await expect(panel.getByLabel('E-mail')).toBeFocused();
  await panel.getByRole('button', { name: 'Enviar convite' }).click();
  await expect(panel.getByRole('alert')).toHaveText('Verifique todos os campos obrigatórios');
  await expectAccessible(page);
  await panel.getByLabel('E-mail').fill(ana.email);
  await panel.getByLabel('Nome', { exact: true }).fill('Ana');
  await panel.getByLabel('Sobrenome').fill('Souza');
  await panel.getByRole('button', { name: 'Enviar convite' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Enviar convite' }).click();
  await expect(panel.getByText('Esta pessoa já está na organização')).toBeVisible();

  const { email } = registrationData();
  await submitInvitation(page, email, 'Membro');
  // The invitation holds a seat, but is no member yet.
  await expect(page.getByText('2 de 3 vagas ocupadas · 1 convite aberto')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Configurações' })).toContainText(
    'Pro · 1 membro',
  );
  const own = await join(page, await waitForMailedLink(mailTo, email, '/invitation?i='));
  await page.reload();
  await memberRow(page, email).getByRole('link', { name: 'Editar Bia Reis' }).click();
  await expect(panel.getByLabel('E-mail')).toBeDisabled();
  await expect(panel.getByLabel('Nome', { exact: true })).toBeFocused();
  await panel.getByLabel('Sobrenome').fill('Reis Lima');
  await panel.getByRole('radio', { name: /^Administrador/ }).check();
  await panel.getByRole('button', { name: 'Salvar' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Salvar' }).click();
  await expect(memberRow(page, 'Bia Reis Lima')).toContainText('Administrador');

  // An admin assigns every role but Owner, and can't edit owners (R-MEM-03).
  // The organization's settings begin at the first page of the role (R-APP-07).
  await own.goto('/app/settings/organization');
  await expect(own).toHaveURL(/\/organization\/subscription$/);
  await own.goto(membersPath);
  await expect(memberRow(own, ana.email).getByRole('link')).toHaveCount(0);
  await submitInvitation(own, registrationData().email, 'Convidado');
  await memberRow(own, email)
    .getByRole('link', { name: /Editar/ })
    .click();
  await expect(own.getByRole('radio')).toHaveCount(3);

  await page.reload();
  await expect(page.getByText('Número máximo de usuários atingido')).toBeVisible();
  await page.getByRole('button', { name: 'Convidar membro' }).click();
  const prompt = page.getByRole('alertdialog');
  await expect(prompt).toContainText('Todas as vagas do plano Pro');
  await prompt.getByRole('button', { name: 'Fazer upgrade' }).click();
  await expect(page).toHaveURL(/\/app\/settings\/organization\/subscription$/);
  // Its form, opened directly, does the same.
  await page.goto(`${membersPath}/new`);
  await expect(prompt).toContainText('Todas as vagas do plano Pro');
  await prompt.getByRole('button', { name: 'Fechar' }).click();
  await expect(page).toHaveURL(new RegExp(`${membersPath}$`));
  await expect(panel).toBeHidden();

  await memberRow(page, email)
    .getByRole('link', { name: /Editar/ })
    .click();
  // A neutral page, so that the open screen can't redirect during the next step.
  await own.goto('/robots.txt');
  await removeMember(page, email);
  await own.goto(membersPath);
  await expect(own).toHaveURL(/\/account\/login/);
});

test('the last owner can’t leave, a member can and sees who may invite (R-MEM-14, R-ORG-08)', async ({
  page,
  mailTo,
  server,
}) => {
  const ana = await createSignedInOwner(page, server.url, 'Pro');
  const own = await join(page, await inviteByEmail(ana, registrationData().email, mailTo));
  await page.goto(membersPath);
  await memberRow(page, ana.email)
    .getByRole('link', { name: /Editar/ })
    .click();
  const panel = page.getByRole('dialog');
  await panel.getByRole('radio', { name: /^Membro/ }).check();
  await panel.getByRole('button', { name: 'Salvar' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Salvar' }).click();
  await expect(panel.getByText('A organização não pode ficar sem proprietário')).toBeVisible();
  await panel.getByRole('button', { name: 'Sair da organização' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sair da organização' }).click();
  await expect(page.getByRole('alertdialog')).toContainText(
    'A organização não pode ficar sem proprietário',
  );

  await own.goto(`${membersPath}/new`);
  await expect(own).toHaveURL(/\/app\/unauthorized/);
  await own.goto(membersPath);
  await expect(own.getByText('Para convidar alguém, peça a Ana Souza.')).toBeVisible();
  await expect(own.getByRole('heading', { name: 'Link de convite' })).toBeHidden();
  await expect(own.getByText('Convidar membro')).toBeHidden();
  await own.getByRole('button', { name: 'Sair da organização' }).click();
  await own.getByRole('alertdialog').getByRole('button', { name: 'Sair da organização' }).click();
  await expect(own).toHaveURL(/\/account\/login/);
});

test('a full organization can’t accept requests or copy its join link (R-MEM-06, R-MEM-13)', async ({
  page,
  context,
  server,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { api } = await createSignedInOwner(page, server.url, 'Unlimited');
  const link = await enableJoinLink(page, { acceptance: true });
  expect(link).toBe(`${new URL(page.url()).origin}/invite/${link.split('/').at(-1)}`);
  await page.getByRole('button', { name: 'Copiar link' }).click();
  await expect(page.getByText('Link copiado')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  const { email } = registrationData();
  await apiClientAt(server.url).invitations.requestAccess({
    params: { token: link.split('/').at(-1) ?? '' },
    body: { email, password: testPassword, passwordConfirm: testPassword },
  });
  const addresses = Array.from({ length: 9 }, () => registrationData().email);
  await api.invitations.inviteMany({ body: { addresses, role: Role.Member } });
  await page.reload();
  // No plan has more seats: none is offered, and the request says why it can't be accepted.
  const full = page.getByRole('status').filter({ hasText: 'nenhum plano tem mais' });
  await expect(full).toBeVisible();
  await expect(full.getByRole('link')).toHaveCount(0);
  const accept = memberRow(page, email).getByRole('button', { name: /^Aceitar/ });
  await expect(accept).toHaveAttribute('aria-disabled', 'true');
  await accept.press('Enter');
  const refusal = page.getByRole('alertdialog');
  await expect(refusal).toContainText('Número máximo de usuários atingido');
  await refusal.getByRole('button').click();
  await page.getByRole('button', { name: 'Copiar link' }).click();
  await expect(refusal).toContainText('Número máximo de usuários atingido');
});
