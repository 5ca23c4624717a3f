import { Role } from '#contract/access.ts';
import { expectAccessible } from '#e2e/support/accessibility.ts';
import { addAuthenticator, confirmRecoveryCodes, currentTotpCode } from '#e2e/support/factors.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { createSignedInOwner, inviteAndAccept } from '#e2e/support/members.ts';
import { createVerifiedOwner, restoreSession } from '#e2e/support/users.ts';

const securityPath = '/app/settings/organization/security';
const secret = /^[A-Z2-7]{4}( [A-Z2-7]{4})+$/;
const policies = { sessionHours: null, idleHours: null, signInMethods: null, emailDomains: null };

test('a policy guides a member through enrollment, by passkey (R-POL-05, R-POL-06, R-POL-07)', async ({
  page,
  server,
  mailTo,
}) => {
  const owner = await createSignedInOwner(page, server.url, 'Unlimited');
  const bia = await createVerifiedOwner(server.url, 'Starter');
  await inviteAndAccept(bia, { owner, role: Role.Member, mailTo });

  // The owner is led to a factor of their own first.
  await page.goto(securityPath);
  await page.getByLabel('Exigir um segundo fator').check();
  await page.getByLabel('Dias para configurar').fill('7');
  await expect(page.getByText(/Você mesmo precisa de um segundo fator/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Configure um segundo fator para você antes')).toBeVisible();
  await page.getByRole('button', { name: 'Configurar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Configurar um app autenticador' });
  const key = (await dialog.getByText(secret).textContent()) ?? '';
  await dialog.getByLabel('Código de 6 dígitos').fill(currentTotpCode(key));
  await dialog.getByRole('button', { name: 'Confirmar' }).click();
  await confirmRecoveryCodes(page);
  await expect(page.getByText(/Você mesmo precisa de um segundo fator/)).toBeHidden();
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Políticas salvas')).toBeVisible();
  await mailTo(bia.email, /exige um segundo fator/);
  await page.goto('/app/settings/organization/members');
  await expect(page.getByRole('row', { name: bia.email })).toContainText('Sem segundo fator');
  await expect(page.getByRole('row', { name: owner.email })).not.toContainText('Sem segundo fator');

  // During the grace a banner has the date, and leads there and back.
  await restoreSession(page, { ...bia, tenant: owner.tenant });
  await page.goto('/app/resources');
  const banner = page.getByText(/exige um segundo fator a partir de/);
  await expect(banner).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Configurar agora' }).click();
  await expect(page).toHaveURL(/\/account\/entry$/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Mais tarde' }).click();
  await expect(page).toHaveURL(/\/app\/resources$/);

  // After it the organization is closed, and the page leads through it.
  await owner.api.policies.update({ body: { ...policies, factorDays: 0 } });
  await page.goto('/app/resources');
  await expect(page).toHaveURL(/\/account\/entry$/);
  await expect(page.getByRole('button', { name: 'Mais tarde' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Suas outras organizações' })).toBeVisible();
  await addAuthenticator(page);
  await page.getByRole('button', { name: 'Adicionar chave de acesso' }).click();
  await confirmRecoveryCodes(page);
  await expect(page).toHaveURL(/\/app\/resources$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(banner).toHaveCount(0);
});

test('a member sets up an app at the entry of the organization, and continues (R-POL-06)', async ({
  page,
  server,
  mailTo,
}) => {
  const owner = await createVerifiedOwner(server.url, 'Unlimited');
  const caio = await createVerifiedOwner(server.url, 'Starter');
  await inviteAndAccept(caio, { owner, role: Role.Member, mailTo });
  const { setupKey } = await owner.api.factors.startTotp();
  await owner.api.factors.confirmTotp({ body: { code: currentTotpCode(setupKey) } });
  await owner.api.policies.update({ body: { ...policies, factorDays: 0 } });
  await restoreSession(page, { ...caio, tenant: owner.tenant });
  await page.goto('/app/notifications');
  await expect(page).toHaveURL(/\/account\/entry$/);
  await page.getByRole('button', { name: 'Configurar um app autenticador' }).click();
  const code = (await page.getByText(secret).textContent()) ?? '';
  await page.getByLabel('Código de 6 dígitos').fill(currentTotpCode(code));
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await confirmRecoveryCodes(page);
  await expect(page).toHaveURL(/\/app\/notifications$/);
});

test('security is listed on every plan, and single sign-on names the plan it comes with (R-POL-01, R-SCM-01)', async ({
  page,
  server,
}) => {
  await createSignedInOwner(page, server.url, 'Starter');
  await page.goto('/app/settings/organization/general');
  await expect(page.getByRole('button', { name: 'Excluir organização' })).toBeVisible();
  await expect(page.getByText('Formas de entrar permitidas')).toHaveCount(0);
  const menu = page.getByRole('navigation', { name: 'Configurações' });
  await menu.getByRole('link', { name: /^Login único.*Unlimited/ }).click();
  await expect(page).toHaveURL(new RegExp(`${securityPath}#sso$`));
  await expect(page.getByRole('region', { name: 'Login único' })).toContainText('Unlimited');
  await page.goto('/app/settings/profile/security');
  await page.getByRole('link', { name: 'Editar regras' }).press('Enter');
  await expect(page).toHaveURL(new RegExp(`${securityPath}$`));
  await expect(page.getByLabel('Exigir um segundo fator')).toBeVisible();
  await expect(page.getByText('Somente login único')).toHaveCount(0);
  await expect(page.getByText('SCIM')).toHaveCount(0);
  await expectAccessible(page);
});
