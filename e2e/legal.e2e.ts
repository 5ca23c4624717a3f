import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { expect, test } from './support/fixtures.ts';
import { openAsOperator } from './support/operator.ts';
import { startServer } from './support/server.ts';
import { createVerifiedOwner, restoreSession } from './support/users.ts';

const publish = async (page: Page, text: string, asks: boolean) => {
  await page.getByLabel('Texto em Markdown').fill(text);
  if (asks) await page.getByLabel('Pedir a todos que aceitem esta versão').check();
  await page.getByRole('button', { name: 'Publicar' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publicar' }).click();
  await expect(page.getByText('Versão publicada')).toBeVisible();
};

test('the operator publishes terms, and a member accepts them before using the app (R-LEG-02, R-LEG-04)', async ({
  browser,
}) => {
  // Of its own: everyone on the server is asked.
  const server = await startServer();
  try {
    const context = await browser.newContext({ baseURL: server.url });
    const page = await context.newPage();
    await page.goto('/terms');
    await expect(page.getByText('Este é um modelo.')).toBeVisible();
    await openAsOperator(page, server);
    await page.goto('/admin/legal');
    await expect(page.getByText('Nenhuma versão ainda')).toBeVisible();
    await expectAccessible(page);
    await publish(page, '## A casa\n\nPrimeiros termos.', false);
    await publish(page, '## A casa\n\nNovos termos.', true);
    await expect(page.getByRole('row', { name: /Versão 2/ })).toContainText(server.operator.email);

    const other = await browser.newContext({ baseURL: server.url });
    const member = await other.newPage();
    const owner = await createVerifiedOwner(server.url, 'Pro');
    await restoreSession(member, owner);
    await member.goto('/app/transactions');
    await expect(member).toHaveURL(/\/account\/acceptance$/);
    await expectAccessible(member);
    await member.getByRole('button', { name: 'Aceitar e continuar' }).click();
    await expect(member).toHaveURL(/\/app\/transactions$/);
    await member.goto('/app/dashboard');
    await expect(member).toHaveURL(/\/app\/dashboard$/);

    for (const unknown of ['/terms/9', '/terms/first']) {
      expect((await member.goto(unknown))?.status()).toBe(404);
    }
    await member.goto('/terms/1');
    await expect(member.getByText('Primeiros termos.')).toBeVisible();
    await member.getByRole('link', { name: 'Ler a versão atual' }).click();
    await expect(member.getByText('Novos termos.')).toBeVisible();
    await expect(member.getByText('Este é um modelo.')).toHaveCount(0);
    await Promise.all([context.close(), other.close()]);
  } finally {
    await server.stop();
  }
});
