import { expectAccessible } from '#e2e/support/accessibility.ts';
import { chooseFile } from '#e2e/support/files.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { createVerifiedOwner, restoreSession } from '#e2e/support/users.ts';

const csv = `Descrição;Qtd;Preço unitário;Data;Categoria
PETR4;3;"1.234,50";31/03/2026;Ações
Aluguel;-2;1000;01/04/2026;
Sem preço;1;grátis;01/04/2026;
`;

const fileOf = (name: string, text: string, encoding: 'utf8' | 'latin1' = 'utf8') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text, encoding),
});

test('a CSV file is mapped, previewed, imported and undone (R-IMP-01, R-IMP-02, R-IMP-03, R-IMP-04, R-IMP-06, R-IMP-08)', async ({
  page,
  server,
}) => {
  const owner = await createVerifiedOwner(server.url, 'Pro');
  await restoreSession(page, owner);
  await page.goto('/app/transactions');
  await page.getByRole('link', { name: 'Importar CSV' }).click();
  await expect(page).toHaveURL(/\/app\/transactions\/import$/);
  await expect(page.getByText('Nenhuma importação ainda')).toBeVisible();

  const input = page.getByLabel('Arquivo CSV');
  await chooseFile(input, fileOf('planilha.csv', 'PK\u0003\u0004\u0080\u0000', 'latin1'));
  await expect(page.getByText('O arquivo não é texto')).toBeVisible();
  await expectAccessible(page);

  const titles = 'sep=;\r\nExtrato de abril;;;;\r\n';
  await chooseFile(input, fileOf('extrato.csv', titles + csv, 'latin1'));
  const recognized = 'Windows-1252, separado por pontos e vírgulas, com o cabeçalho na linha 2';
  await expect(page.getByText(recognized)).toBeVisible();
  await expect(page.getByText('2 linhas prontas para importar', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Preço')).toHaveValue('2');
  await expect(page.getByLabel('Datas')).toHaveValue('dayFirst');
  await expect(page.getByLabel('Decimais')).toHaveValue('comma');
  await expect(page.getByText('1 linha tem erros', { exact: true })).toBeVisible();
  await expect(page.getByRole('row', { name: /Linha 5.*Preço.*Use um número/ })).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel('Descrição').selectOption({ label: 'Categoria' });
  await expect(page.getByText('1 linha pronta para importar', { exact: true })).toBeVisible();
  await page.getByLabel('Descrição').selectOption({ label: 'Descrição' });
  const submit = page.getByRole('button', { name: 'Importar 2 transações' });
  await expect(submit).toBeDisabled();
  await page.getByLabel('Ignorar linhas com erros').check();
  await submit.click();
  await expect(page.getByRole('status').getByText('2 transações importadas')).toBeVisible();
  await expect(page.getByRole('row', { name: /extrato\.csv Importada 2 Ana Souza/ })).toBeVisible();
  await expectAccessible(page);

  const { items } = await owner.api.transactions.getAll();
  expect(items).toMatchObject([
    { description: 'Aluguel', quantity: -2, price: 1000, date: '2026-04-01', category: null },
    { description: 'PETR4', quantity: 3, price: 1234.5, date: '2026-03-31', category: 'Ações' },
  ]);
  const { id = '', version: _version, ...changed } = items[0] ?? {};
  await owner.api.transactions.update({
    params: { id },
    body: { quantity: 1, price: 1, date: '2026-04-01', ...changed, description: 'Aluguel pago' },
  });

  await page.getByRole('button', { name: 'Desfazer a importação de extrato.csv' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Desfazer' }).click();
  const counts = '1 transação excluída · 1 mantida';
  await expect(page.getByRole('row', { name: `extrato.csv ${counts} Desfeita` })).toBeVisible();
  await page.getByRole('link', { name: 'Transações' }).first().click();
  await expect(page.getByRole('row', { name: /Aluguel pago/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /PETR4/ })).toHaveCount(0);
});

test('rows in another currency are shown, and what can be read in two ways is asked for (R-IMP-03, R-IMP-11)', async ({
  page,
  server,
}) => {
  const owner = await createVerifiedOwner(server.url, 'Pro');
  await restoreSession(page, owner);
  await page.goto('/app/transactions/import');
  const mixed = `Descrição;Qtd;Preço;Data;Categoria;Moeda
PETR4;1;R$ 10,00;31/03/2026;;BRL
VALE3;1;USD 25,00;31/03/2026;;
ITUB4;1;7,00;31/03/2026;;EUR
`;
  await chooseFile(page.getByLabel('Arquivo CSV'), fileOf('extrato.csv', mixed));
  await expect(page.getByText('1 linha pronta para importar', { exact: true })).toBeVisible();
  const reason = /Em outra moeda que não a da organização/;
  const rows = page.getByRole('row').filter({ hasText: reason });
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(0)).toContainText('Preço');
  await expect(rows.nth(1)).toContainText('Moeda');
  await expect(page.getByRole('cell', { name: 'R$ 10,00' }).first()).toBeVisible();
  await expectAccessible(page);

  const unclear = 'Descrição\tQuantidade\tPreço\tData\nPETR4\t1\t1,000\t01/02/2026\n';
  await chooseFile(page.getByLabel('Arquivo CSV'), fileOf('colado.txt', unclear));
  await expect(page.getByText(/pode ser lido de duas formas.*Datas, Decimais/)).toBeVisible();
  const submit = page.getByRole('button', { name: 'Importar', exact: true });
  await expect(submit).toBeDisabled();
  await expectAccessible(page);

  const [dates, decimals] = [page.getByLabel('Datas'), page.getByLabel('Decimais')];
  await expect(dates).toHaveValue('');
  await expect(decimals).toHaveValue('');
  await dates.selectOption('monthFirst');
  await expect(page.getByText(/de duas formas.*: Decimais$/)).toBeVisible();
  await decimals.selectOption('point');
  await page.getByRole('button', { name: 'Importar 1 transação' }).click();
  await expect(page.getByRole('status').getByText('1 transação importada')).toBeVisible();
  expect((await owner.api.transactions.getAll()).items).toMatchObject([
    { description: 'PETR4', price: 1000, date: '2026-01-02' },
  ]);
});
