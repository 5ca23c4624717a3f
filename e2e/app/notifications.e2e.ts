import { Role } from '#contract/access.ts';
import { expectAccessible } from '#e2e/support/accessibility.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { createSignedInOwner, inviteAndAccept, waitForMailedLink } from '#e2e/support/members.ts';
import { createVerifiedOwner } from '#e2e/support/users.ts';

test('the bell counts a new member, and its panel opens and marks (R-NTF-04)', async ({
  page,
  server,
  mailTo,
}) => {
  const owner = await createSignedInOwner(page, server.url, 'Pro');
  await page.goto('/app/dashboard');
  await expect(page.getByRole('button', { name: 'Notificações', exact: true })).toBeVisible();
  const person = await createVerifiedOwner(server.url, 'Pro');
  await inviteAndAccept(person, { owner, role: Role.Member, mailTo });
  const bell = page.getByRole('button', { name: 'Notificações, 1 não lida' });
  await bell.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Notificações' });
  await expect(panel.getByRole('link', { name: /Ana Souza entrou em/ })).toBeVisible();
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Marcar todas como lidas' }).press('Enter');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Notificações', exact: true })).toBeVisible();
  await page.goto('/app/notifications');
  await expect(page.getByRole('heading', { name: 'Notificações' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: /Ana Souza entrou em/ }).click();
  await expect(page).toHaveURL(/organization\/members$/);
});

test('preferences are kept, and a link of an email stops one kind (R-NTF-05, R-NTF-07, R-APP-09)', async ({
  page,
  server,
  mailTo,
}) => {
  const owner = await createSignedInOwner(page, server.url, 'Pro');
  const saved = () => page.waitForResponse(/UpdateSetting/);
  await page.goto('/app/settings/profile/notifications');
  const email = page.getByRole('combobox', { name: 'E-⁠mail: Convites aceitos' });
  const heading = page.getByRole('heading', { name: 'Notificações' });
  await expect(heading).toBeInViewport();
  await Promise.all([saved(), email.selectOption('Imediatamente')]);
  await expectAccessible(page);
  await page.reload();
  await expect(email).toHaveValue('immediately');
  const person = await createVerifiedOwner(server.url, 'Pro');
  await inviteAndAccept(person, { owner, role: Role.Member, mailTo });
  await page.goto(await waitForMailedLink(mailTo, owner.email, '/unsubscribe?token='));
  await expect(page.getByText('Convites aceitos')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancelar inscrição' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Inscrição cancelada' })).toBeVisible();
  await page.getByRole('link', { name: 'Abrir as preferências' }).click();
  await expect(email).toHaveValue('never');
  await expect(heading).toBeInViewport();
});
