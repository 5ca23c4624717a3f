import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/support/accessibility.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { openAsOperator } from '#e2e/support/operator.ts';
import { startServer, type ProductServer } from '#e2e/support/server.ts';
import { createVerifiedOwner, restoreSession } from '#e2e/support/users.ts';

const publish = async (page: Page, text: string, asks: boolean) => {
  await page.getByLabel('Texto em Markdown').fill(text);
  if (asks) await page.getByLabel('Pedir a todos que aceitem esta versão').check();
  await page.getByRole('button', { name: 'Publicar' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publicar' }).click();
  await expect(page.getByText('Versão publicada')).toBeVisible();
};

const banner = (page: Page, text: string) =>
  page.getByRole('main').getByRole('status').filter({ hasText: text });

/** Confirms the dialog. */
const answer = (page: Page, name: string) =>
  page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click();

/** Announces maintenance in Portuguese and English to organizations on Pro. */
const announce = async (page: Page) => {
  await page.goto('/admin/announcements');
  await expect(page.getByText('Nenhum aviso ainda')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Novo aviso' }).click();
  const message = { title: page.getByLabel('Título'), text: page.getByLabel('Texto') };
  await page.getByRole('radio', { name: 'English (US)' }).check();
  await message.title.fill('Maintenance tonight');
  await message.text.fill('The app is down at 10 pm.');
  await page.getByLabel('Link').fill('/app/settings');
  await page.getByRole('button', { name: 'Criar aviso' }).click();
  // The language with the first error opens.
  await expect(page.getByRole('radio', { name: /^Português/ })).toBeChecked();
  await expect(message.title).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await message.title.fill('Manutenção hoje');
  await message.text.fill('Às 22h o aplicativo fica fora do ar.');
  await page.getByLabel('Link').fill('http://status.example');
  await expect(page.getByText('Informe um endereço com https://')).toBeVisible();
  await page.getByLabel('Link').fill('');
  await page.getByLabel('Gravidade').selectOption('warning');
  await page.getByRole('checkbox', { name: 'Pro', exact: true }).check();
  await page.getByRole('button', { name: 'Criar aviso' }).click();
  await answer(page, 'Adicionar');
  const row = page.getByRole('row', { name: /Manutenção hoje/ });
  await expect(row).toContainText('No ar');
  await expect(row).toContainText('Pro');
  await expectAccessible(page);
};

const openDashboard = async (page: Page) => {
  await page.goto('/app/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy=true], .animate-pulse')).toHaveCount(0);
};

test.describe('What the operator writes to everyone', () => {
  // Of its own: everyone on the server would see it.
  let server: ProductServer;
  test.beforeAll(async () => {
    server = await startServer();
  });
  test.afterAll(() => server.stop());

  test('an announcement is seen on its plans in the language of the member, and stays away once dismissed (R-ANN-02, R-ANN-03, R-ANN-04, R-ANN-05)', async ({
    browser,
  }) => {
    const portal = await browser.newContext({ baseURL: server.url });
    const operator = await portal.newPage();
    await openAsOperator(operator, server);
    await announce(operator);

    const context = await browser.newContext({ baseURL: server.url });
    const member = await context.newPage();
    const owner = await createVerifiedOwner(server.url, 'Pro');
    await restoreSession(member, owner);
    await openDashboard(member);
    await expect(banner(member, 'Manutenção hoje')).toBeVisible();
    await expectAccessible(member);
    await context.addCookies([{ name: 'locale', value: 'hi-IN', url: server.url }]);
    await openDashboard(member);
    await expect(banner(member, 'Manutenção hoje').locator('[lang=pt-BR]')).toBeVisible();
    await context.addCookies([{ name: 'locale', value: 'en-US', url: server.url }]);
    await openDashboard(member);
    await expect(banner(member, 'The app is down at 10 pm.')).toBeVisible();
    await member.getByRole('link', { name: 'Learn more' }).click();
    await expect(member).toHaveURL(/\/app\/settings/);
    await member.getByRole('button', { name: 'Dismiss: Maintenance tonight' }).focus();
    await member.keyboard.press('Enter');
    await expect(banner(member, 'Maintenance tonight')).toHaveCount(0);
    await expect(member.getByRole('main')).toBeFocused();
    await openDashboard(member);
    await expect(banner(member, 'Maintenance tonight')).toHaveCount(0);

    const elsewhere = await browser.newContext({ baseURL: server.url });
    const other = await elsewhere.newPage();
    await restoreSession(other, await createVerifiedOwner(server.url, 'Starter'));
    await openDashboard(other);
    await expect(banner(other, 'Manutenção hoje')).toHaveCount(0);

    await operator.getByRole('link', { name: 'Manutenção hoje' }).click();
    await operator.getByRole('checkbox', { name: 'Starter', exact: true }).check();
    await operator.getByRole('checkbox', { name: 'Os membros podem fechá-lo' }).uncheck();
    await operator.getByRole('button', { name: 'Salvar' }).click();
    await answer(operator, 'Salvar');
    await expect(operator).toHaveURL(/\/admin\/announcements$/);
    await openDashboard(other);
    await expect(banner(other, 'Manutenção hoje')).toBeVisible();
    await expect(other.getByRole('button', { name: /Fechar o aviso/ })).toHaveCount(0);

    await operator.getByRole('link', { name: 'Manutenção hoje' }).click();
    await operator.getByRole('button', { name: 'Encerrar agora' }).click();
    await answer(operator, 'Encerrar agora');
    await expect(operator.getByRole('heading', { level: 1 })).toContainText('Encerrado');
    await expectAccessible(operator);
    await openDashboard(other);
    await expect(banner(other, 'Manutenção hoje')).toHaveCount(0);
    await operator.getByRole('button', { name: 'Excluir' }).click();
    await answer(operator, 'Excluir');
    await expect(operator.getByText('Nenhum aviso ainda')).toBeVisible();
    await Promise.all([portal.close(), context.close(), elsewhere.close()]);
  });

  // The last one: everyone on the server is asked to accept from then on.
  test('terms are published, and a member accepts them before using the app (R-LEG-02, R-LEG-04)', async ({
    browser,
  }) => {
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
    await member.getByRole('link', { name: 'Painel' }).first().click();
    await expect(member).toHaveURL(/\/app\/dashboard$/);

    for (const unknown of ['/terms/9', '/terms/first']) {
      expect((await member.request.get(unknown)).status()).toBe(404);
    }
    await member.goto('/terms/1');
    await expect(member.getByText('Primeiros termos.')).toBeVisible();
    await member.getByRole('link', { name: 'Ler a versão atual' }).click();
    await expect(member.getByText('Novos termos.')).toBeVisible();
    await expect(member.getByText('Este é um modelo.')).toHaveCount(0);
    await Promise.all([context.close(), other.close()]);
  });
});
