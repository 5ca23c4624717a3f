import type { Page } from '@playwright/test';
import { Role } from '#contract/access.ts';
import { expectAccessible } from '#e2e/support/accessibility.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { createSignedInOwner, inviteAndAccept, membersPath } from '#e2e/support/members.ts';
import { createVerifiedOwner, restoreSession } from '#e2e/support/users.ts';

const mainMenu = (page: Page) => page.getByRole('navigation', { name: 'Menu principal' });
const settingsMenu = (page: Page) => page.getByRole('navigation', { name: 'Configurações' });
const entriesOf = (menu: ReturnType<typeof mainMenu>) => menu.getByRole('list').getByRole('link');

test('the settings replace the few entries of the app by groups, as icons and in the drawer too, and lead back (R-APP-04, R-APP-07)', async ({
  page,
  server,
}) => {
  await createSignedInOwner(page, server.url, 'Starter');
  await page.goto('/app/resources?sort=title');
  const menu = mainMenu(page);
  await expect(entriesOf(menu)).toHaveText([
    'Painel',
    'Transações',
    'Recursos',
    'Integrações',
    'Configurações',
  ]);
  await menu.getByRole('link', { name: 'Configurações' }).press('Enter');
  const settings = settingsMenu(page);
  await expect(settings.getByRole('link', { name: 'Perfil' })).toBeFocused();
  for (const [group, entries] of Object.entries({
    Você: ['Perfil', 'Segurança do acesso', 'Notificações', 'Privacidade'],
    Organização: ['Geral', 'Membros', 'Dados'],
    'Plano e cobrança': ['Assinatura', 'Dados de cobrança'],
    Segurança: ['Políticas de acesso', 'Login únicoUnlimited', 'Registro de auditoria'],
    Desenvolvedores: ['Chaves de API', 'Webhooks', 'Referência da API'],
  })) {
    await expect(settings.getByRole('list', { name: group }).getByRole('link')).toHaveText(entries);
  }
  await expectAccessible(page);

  const current = settings.locator('[aria-current=page]');
  await settings.getByRole('link', { name: 'Notificações' }).click();
  await expect(current).toHaveText('Notificações');
  await expect(page.getByRole('heading', { name: 'Notificações', level: 1 })).toBeVisible();
  await settings.getByRole('link', { name: 'Membros' }).click();
  await expect(page).toHaveURL(new RegExp(`${membersPath}$`));
  await expect(current).toHaveText('Membros');
  await page.reload();
  await settings.getByRole('link', { name: 'Voltar ao app' }).press('Enter');
  await expect(page).toHaveURL(/\/app\/resources\?sort=title$/);
  await expect(menu.getByRole('link', { name: 'Recursos' })).toBeFocused();

  // The sidebar collapses to icons, which is kept.
  const width = async () => (await menu.boundingBox())?.width;
  expect(await width()).toBe(272);
  await page.getByRole('button', { name: 'Recolher menu lateral' }).press('Enter');
  const expand = page.getByRole('button', { name: 'Expandir menu lateral' });
  await expect(expand).toBeFocused();
  await expect.poll(width).toBe(68);
  await expectAccessible(page);
  await page.reload();
  await expect(menu.getByRole('link', { name: 'Transações' })).toHaveAttribute(
    'title',
    'Transações',
  );
  expect(await width()).toBe(68);
  await menu.getByRole('link', { name: 'Configurações' }).click();
  await expect(settings.getByRole('link', { name: 'Perfil' })).toBeFocused();
  await expectAccessible(page);
  await expand.click();
  await expect(settings.getByText('Plano e cobrança')).toBeVisible();
  await settings.getByRole('link', { name: 'Voltar ao app' }).click();

  // On a phone, the drawer holds both levels.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Abrir menu' }).click();
  await mainMenu(page).getByRole('link', { name: 'Configurações' }).click();
  await expect(settings.getByRole('link', { name: 'Perfil' })).toBeFocused();
  await expectAccessible(page);
  await settings.getByRole('link', { name: 'Voltar ao app' }).click();
  await expect(mainMenu(page).getByRole('link', { name: 'Recursos' })).toBeFocused();
  await mainMenu(page).getByRole('link', { name: 'Configurações' }).click();
  await settings.getByRole('link', { name: 'Dados de cobrança' }).click();
  await expect(settings).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Dados de cobrança', level: 1 })).toBeVisible();
});

test('a member sees the chat, and of the settings what their role opens (R-APP-04, R-APP-07)', async ({
  page,
  server,
  mailTo,
}) => {
  const owner = await createVerifiedOwner(server.url, 'Pro');
  const member = await createVerifiedOwner(server.url, 'Starter');
  await inviteAndAccept(member, { owner, role: Role.Member, mailTo });
  await restoreSession(page, { ...member, tenant: owner.tenant });
  await page.goto('/app/dashboard');
  await expect(entriesOf(mainMenu(page))).toHaveText([
    'Painel',
    'Transações',
    'Recursos',
    'Chat',
    'Integrações',
    'Configurações',
  ]);
  await mainMenu(page).getByRole('link', { name: 'Chat' }).click();
  await expect(mainMenu(page).locator('[aria-current=page]')).toHaveText('Chat');
  await mainMenu(page).getByRole('link', { name: 'Configurações' }).click();
  await expect(settingsMenu(page).getByRole('list').getByRole('link')).toHaveText([
    'Perfil',
    'Segurança do acesso',
    'Notificações',
    'Privacidade',
    'Membros',
  ]);
  await page.goto('/app/Settings/organization/webhooks/some');
  await expect(page).toHaveURL(/\/app\/unauthorized\?role=1$/);
});

test('integrations have their state and first step, and examples are marked as such (R-APP-06)', async ({
  page,
  server,
}) => {
  const { api } = await createSignedInOwner(page, server.url, 'Pro');
  await page.goto('/app/integrations');
  const card = (name: string) =>
    page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name }) });
  await expect(card('Chaves de API')).toContainText('Nenhuma chave ainda');
  await expect(card('Webhooks')).toContainText('Adicionar um endpoint');
  await expect(card('Assistentes de IA')).toContainText(`${server.url}/mcp`);
  await expect(card('Login único')).toContainText('Disponível no Unlimited');
  await expectAccessible(page);

  const scopes = ['transactions:read' as const];
  await api.apiKeys.create({ body: { name: 'ERP', role: Role.Member, scopes, days: 30 } });
  await page.reload();
  await expect(card('Chaves de API')).toContainText('1 chave');
  await expect(card('Assistentes de IA')).toContainText('Pronto para conectar');
  await card('Importação de CSV').getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Importar transações' })).toBeVisible();
  await page.goBack();

  const examples = page.getByRole('region', { name: 'Exemplos' });
  await expect(examples.getByRole('link')).toHaveText([
    'Permissões',
    'Gráficos',
    'Chat',
    'Todas as transações',
  ]);
  await examples.getByRole('link', { name: 'Gráficos' }).click();
  await expect(page.getByRole('navigation', { name: 'Navegação estrutural' })).toHaveText(
    'PainelIntegraçõesGráficos',
  );
});
