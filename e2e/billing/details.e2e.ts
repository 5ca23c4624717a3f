import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/support/accessibility.ts';
import { billingPath, expect, subscriptionPanel, test } from '#e2e/support/billing.ts';
import { createVerifiedOwner, restoreSession } from '#e2e/support/users.ts';

const panel = (page: Page) => subscriptionPanel(page, 'Dados de cobrança');

/** Adds a tax id, whose fields are the last ones. */
const addTaxId = async (page: Page, kind: string, number: string) => {
  await page.getByRole('button', { name: 'Adicionar documento' }).click();
  await page.getByLabel('Tipo').last().selectOption(kind);
  await page.getByLabel('Número', { exact: true }).last().fill(number);
};
const save = (page: Page) => page.getByRole('button', { name: 'Salvar' }).click();

test('billing details are given, corrected and shown (R-INV-01, R-INV-02)', async ({
  page,
  server,
}) => {
  const ana = await createVerifiedOwner(server.url, 'Ensaio');
  await restoreSession(page, ana);
  await page.goto(billingPath);
  await expect(panel(page)).toContainText('Ainda sem endereço nem documento fiscal');
  await panel(page).getByRole('link', { name: 'Adicionar dados' }).click();
  await expect(page.getByRole('heading', { name: 'Dados de cobrança', level: 1 })).toBeVisible();
  const menu = page.getByRole('navigation', { name: 'Configurações' });
  await expect(menu.locator('[aria-current=page]')).toHaveText('Dados de cobrança');
  await page.getByLabel('Razão social ou nome completo').fill('Mesa Paulista Ltda.');
  await page.getByLabel('Rua e número').fill('Avenida Paulista 1000');
  await page.getByLabel('Cidade').fill('São Paulo');
  await page.getByLabel('Estado').fill('SP');
  await page.getByLabel('CEP').fill('01310-100');
  await page.getByLabel('País ou região').selectOption('Brasil');
  await addTaxId(page, 'CNPJ (Brasil)', '12.ABC.345/01DE-36');
  await page.getByLabel('Número do pedido de compra').fill('PO-17');
  await page.getByLabel('Enviar cópias dos recibos para').fill('contas@example.com\nfiscal');
  await expectAccessible(page);

  await save(page);
  await expect(page.getByText(/Digite um endereço|como ana@example.com/)).toBeVisible();
  await page.getByLabel('Enviar cópias dos recibos para').fill(`contas-${ana.email}`);
  await save(page);
  await expect(page.getByText('O número não confere com o formato')).toBeVisible();
  await expect(page.getByLabel('Número', { exact: true })).toBeFocused();
  await expectAccessible(page);
  await page.getByLabel('Número', { exact: true }).fill('12.ABC.345/01DE-35');
  await save(page);

  await expect(page.getByText('Dados de cobrança salvos')).toBeVisible();
  for (const text of ['Mesa Paulista Ltda.', 'Avenida Paulista 1000', '12ABC34501DE35', 'PO-17']) {
    await expect(panel(page)).toContainText(text);
  }
  await expectAccessible(page);

  // The middle one of three is removed, and then all that are left.
  const edit = () => panel(page).getByRole('link', { name: 'Editar', exact: true }).click();
  await edit();
  await addTaxId(page, 'CPF (Brasil)', '111.444.777-35');
  await addTaxId(page, 'RFC (México)', 'GODE561231GR8');
  await page.getByRole('button', { name: 'Remover documento 2' }).click();
  await expect(page.getByLabel('Número', { exact: true }).last()).toHaveValue('GODE561231GR8');
  await save(page);
  await expect(panel(page)).toContainText('GODE561231GR8');
  await expect(panel(page)).not.toContainText('11144477735');
  await edit();
  await page.getByRole('button', { name: 'Remover documento 2' }).click();
  await save(page);
  await expect(panel(page)).not.toContainText('GODE561231GR8');
  await expect(panel(page)).toContainText('12ABC34501DE35');
});
