import { expectAccessible } from '#e2e/support/accessibility.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { createSignedInOwner } from '#e2e/support/members.ts';

const securityPath = '/app/settings/organization/security';

test('owners of an entitled organization create and revoke tokens for their directory (R-SCM-01, R-SCM-02)', async ({
  page,
  server,
}) => {
  await createSignedInOwner(page, server.url, 'Unlimited');
  await page.goto(securityPath);
  const card = page.getByRole('region', { name: 'Provisionamento (SCIM)' });
  await expect(card.getByRole('textbox', { name: /Endereço SCIM/ })).toHaveValue(
    `${server.url}/scim/v2`,
  );
  await card.getByRole('button', { name: 'Criar token' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Válido por').selectOption('90');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Criar token' }).press('Enter');
  const token = await dialog.getByLabel('Token', { exact: true }).inputValue();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Fechar' }).last().press('Enter');
  await expect(card.getByText('Nunca usado')).toBeVisible();
  expect(await page.content()).not.toContain(token);

  const users = () =>
    fetch(`${server.url}/scim/v2/Users`, { headers: { Authorization: `Bearer ${token}` } });
  expect(await (await users()).json()).toMatchObject({ totalResults: 1 });
  await page.reload();
  await expect(card.getByText('Último uso')).toBeVisible();
  await expectAccessible(page);
  await card.getByRole('button', { name: /^Revogar/ }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revogar' }).press('Enter');
  await expect(card.getByText('Ainda não há tokens')).toBeVisible();
  expect((await users()).status).toBe(401);
});
