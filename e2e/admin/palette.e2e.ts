import { expectAccessible } from '#e2e/support/accessibility.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { openAsOperator } from '#e2e/support/operator.ts';
import { openPalette, runPaletteCommand } from '#e2e/support/palette.ts';
import { createVerifiedOwner } from '#e2e/support/users.ts';

test('an operator finds organizations, people and forms by keyboard (R-PAL-01, R-PAL-04)', async ({
  page,
  server,
}) => {
  const customer = await createVerifiedOwner(server.url, 'Pro');
  const { name } = await customer.api.tenants.getCurrent();
  await openAsOperator(page, server);
  await page.goto('/admin/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const { option } = await openPalette(page);
  for (const form of ['Novo produto', 'Novo cupom', 'Novo recurso', 'Novo aviso']) {
    await expect(option(form)).toBeVisible();
  }
  await expect(option(/^Mudar para/)).toBeHidden();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await runPaletteCommand(page, name, new RegExp(`^${name}`));
  await expect(page).toHaveURL(new RegExp(`/admin/tenants/${customer.tenant}/overview$`));
  await runPaletteCommand(page, customer.email, /^Ana Souza/);
  await expect(page.getByRole('row', { name: customer.email })).toBeVisible();
  await runPaletteCommand(page, 'novo cupom', 'Novo cupom');
  await expect(page).toHaveURL(/\/admin\/coupons\/new$/);
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.type('go');
  await expect(page).toHaveURL(/\/admin\/tenants$/);
});
