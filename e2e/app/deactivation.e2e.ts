import { expectAccessible } from '#e2e/support/accessibility.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { createJoinLink } from '#e2e/support/joining.ts';
import { createSignedInOwner, memberRow, membersPath } from '#e2e/support/members.ts';
import { apiClientAt, registrationData, testPassword } from '#e2e/support/users.ts';

test('a deactivated member sees the reason, and returns when reactivated (R-MEM-17, R-MEM-18)', async ({
  page,
  browser,
  server,
}) => {
  const owner = await createSignedInOwner(page, server.url, 'Pro');
  const link = await createJoinLink(owner, server.url, { acceptance: false });
  const { email } = registrationData();
  await apiClientAt(server.url).invitations.requestAccess({
    params: { token: link.split('/').at(-1) ?? '' },
    body: { email, firstName: 'Bia', lastName: 'Reis', password: testPassword },
  });
  const own = await (await browser.newContext({ locale: 'pt-BR' })).newPage();
  // The page looks for an answer every ten seconds.
  await own.clock.install();
  const signIn = async () => {
    await own.goto('/account/login');
    await own.getByLabel('E-mail').fill(email);
    await own.getByLabel('Senha', { exact: true }).fill(testPassword);
    await own.getByRole('button', { name: 'Entrar', exact: true }).press('Enter');
  };

  await page.goto(membersPath);
  await expect(page.getByText('2 de 3 vagas ocupadas')).toBeVisible();
  await memberRow(page, email)
    .getByRole('link', { name: /Editar/ })
    .click();
  const panel = page.getByRole('dialog');
  await panel.getByRole('button', { name: 'Desativar' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Desativar' }).press('Enter');
  await expect(memberRow(page, email)).toContainText('Inativo');
  await expect(page.getByText('1 de 3 vagas ocupadas')).toBeVisible();

  await signIn();
  await expect(own).toHaveURL(/\/account\/waiting$/);
  await expect(own.getByRole('heading', { name: 'Seu acesso está desativado' })).toBeVisible();
  await expect(own.getByRole('listitem')).toContainText('Acesso desativado');
  await expectAccessible(own);

  await memberRow(page, email)
    .getByRole('link', { name: /Editar/ })
    .click();
  await expect(panel.getByText('está desativado e não ocupa vaga')).toBeVisible();
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Reativar' }).press('Enter');
  await expect(panel.getByRole('button', { name: 'Desativar' })).toBeVisible();
  await own.clock.fastForward(10_000);
  await expect(own).toHaveURL(/\/app\/dashboard$/);
});
