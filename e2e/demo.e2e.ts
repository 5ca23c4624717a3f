import type { Page } from '@playwright/test';
import { chooseFile } from '#e2e/support/files.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import {
  apiClientAt,
  createVerifiedOwner,
  restoreSession,
  testPassword,
} from '#e2e/support/users.ts';
import { navigateInApp } from '#e2e/support/xss-screens.ts';

const press = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click();

/** Presses a button and returns the dialog that opens. */
const answerTo = async (page: Page, name: string) => {
  await press(page, name);
  return page.getByRole('alertdialog');
};

/** Returns those of the demo pages that open without being refused. */
const opened = async (page: Page, paths: readonly string[]) => {
  const open: string[] = [];
  for (const [index, path] of paths.entries()) {
    // A document knows the plan and the role of the time it was loaded.
    if (index === 0) await page.goto(`/app/${path}`);
    else await navigateInApp(page, `/app/${path}`);
    await expect(
      page.getByRole('heading', { level: 1 }).or(page.getByText(/não tem acesso/)),
    ).toBeVisible();
    if (new URL(page.url()).pathname === `/app/${path}`) open.push(path);
    else {
      await expect(page).toHaveURL(/\/app\/unauthorized\?/);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/não tem acesso/);
    }
  }
  return open;
};

const at = (...pages: string[]) => pages.map((page) => `permissions/${page}`);
const roles = at('roles/owner', 'roles/admin', 'roles/member');

test('each permission button opens success, an upgrade prompt or a role error (R-APP-05)', async ({
  page,
  server,
}) => {
  await restoreSession(page, await createVerifiedOwner(server.url, 'Pro'));
  await page.goto('/app/permissions');
  const facts = page.getByRole('main').getByRole('definition');
  await expect(facts).toHaveText(['Pro', 'Proprietário']);

  for (const name of [
    'Todos',
    'Starter ou superior',
    'Pro ou superior',
    'Proprietário',
    'Membro',
  ]) {
    const dialog = await answerTo(page, name);
    await expect(dialog).toContainText('Você pode fazer isto');
    await dialog.getByRole('button', { name: 'Fechar' }).click();
    await expect(dialog).toBeHidden();
  }

  const upgrade = await answerTo(page, 'Unlimited ou superior');
  await expect(upgrade).toContainText('Isto faz parte do plano Unlimited');
  await upgrade.getByRole('button', { name: 'Cancelar' }).click();
  await expect(page).toHaveURL(/\/app\/permissions$/);
  await press(page, 'Unlimited ou superior');
  await upgrade.getByRole('button', { name: 'Fazer upgrade' }).click();
  await expect(page).toHaveURL(/\/app\/settings\/organization\/subscription$/);
});

test('the role pages open for their role, and buttons name the role or the plan that is lacking (R-APP-02, R-SEC-04)', async ({
  page,
  server,
  mailTo,
}) => {
  const owner = await createVerifiedOwner(server.url, 'Pro');
  const email = `bia-${owner.email}`;
  const person = { email, firstName: 'Bia', lastName: 'Lima' };
  const { id } = await owner.api.invitations.invite({ body: { ...person, role: 2 } });
  const token = new URL((await mailTo(email)).links[0] ?? '').searchParams.get('i') ?? '';
  const accepted = await apiClientAt(server.url).invitations.accept({
    params: { token },
    body: { email, password: testPassword, passwordConfirm: testPassword },
  });
  await restoreSession(page, { token: accepted.token, tenant: owner.tenant });

  expect(await opened(page, roles)).toEqual(roles.slice(2));
  await expect(await answerTo(page, 'Administrador')).toContainText(
    'Somente administradores ou proprietários',
  );

  await owner.api.members.update({ params: { id }, body: { ...person, role: 3 } });
  await page.goto('/app/permissions');
  await expect(await answerTo(page, 'Membro')).toContainText('Somente membros');
  await page.keyboard.press('Escape');
  // A member who can't change the plan is told who can.
  await expect(await answerTo(page, 'Unlimited ou superior')).toContainText(
    'Peça a um proprietário',
  );
});

test('sample charts hold numbers from 5 to 50, and each can be drawn again (R-APP-06)', async ({
  page,
  server,
}) => {
  await restoreSession(page, await createVerifiedOwner(server.url, 'Starter'));
  await page.goto('/app/integrations/charts');
  for (const title of ['Gráfico de linhas', 'Gráfico de barras', 'Gráfico de rosca']) {
    await expect(page.getByRole('img', { name: title }).locator('svg').first()).toBeVisible();
    await page
      .getByRole('figure')
      .filter({ has: page.getByRole('img', { name: title }) })
      .getByText('Mostrar')
      .click();
  }
  const figures = async () => {
    const cells = page.getByRole('figure').getByRole('cell');
    return (await cells.allInnerTexts()).filter((text) => /\d/.test(text)).map(Number);
  };
  const before = await figures();
  // Two series of twelve months, two of six, and four parts.
  expect(before).toHaveLength(2 * 12 + 2 * 6 + 4);
  expect(before.every((number) => Number.isInteger(number) && number >= 5 && number <= 50)).toBe(
    true,
  );
  await page.getByRole('button', { name: 'Gráfico de linhas: atualizar' }).click();
  await expect.poll(async () => (await figures()).slice(0, 24)).not.toEqual(before.slice(0, 24));
  expect((await figures()).slice(24)).toEqual(before.slice(24));
});

/** A PNG of one pixel. */
const dot =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test('the dynamic list shows every declared field of the same transactions (R-FORM-01)', async ({
  page,
  server,
}) => {
  await restoreSession(page, await createVerifiedOwner(server.url, 'Pro'));
  await page.goto('/app/transactions2');
  await page.getByRole('link', { name: 'Criar a primeira transação' }).click();
  await expect(page).toHaveURL(/\/app\/transactions2\/new$/);
  await page.getByLabel('Descrição').fill('VALE3');
  await page.getByLabel('Quantidade').fill('2');
  await page.getByLabel('Preço').fill('1,10');
  await page.getByLabel('Data').fill(new Date().toISOString().slice(0, 10));
  await chooseFile(page.getByLabel('Imagem'), {
    name: 'note.png',
    mimeType: 'image/png',
    buffer: Buffer.from(dot, 'base64'),
  });
  await page.getByRole('button', { name: 'Adicionar' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Adicionar' }).click();
  await expect(page).toHaveURL(/\/app\/transactions2$/);
  const row = page.getByRole('row', { name: /VALE3/ });
  await expect(row).toContainText('2,20');
  const picture = row.locator('img');
  await expect(picture).toHaveJSProperty('complete', true);
  await expect(picture).toHaveJSProperty('naturalWidth', 1);
  const headers = [
    'Descrição',
    'Quantidade',
    'Preço',
    'Valor',
    'Data',
    'Categoria',
    'Imagem',
    'Ações',
  ];
  // Each has its name twice, of which one is shown.
  await expect(page.getByRole('columnheader')).toHaveText(headers, { useInnerText: true });
  await page.goto('/app/transactions');
  await expect(row).toBeVisible();
  // On a phone a record takes two lines, and a press anywhere on it opens it.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(async () => (await row.boundingBox())?.height).toBeLessThan(80);
  await row.click({ position: { x: 30, y: 20 } });
  await expect(page).toHaveURL(/\/app\/transactions\/[^/]+\/edit$/);
  await page.goto('/app/dashboard');
  await expect(page.getByRole('img', { name: /^Total acumulado/ })).toBeVisible();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width, 'nothing is cut off').toBe(390);
});
