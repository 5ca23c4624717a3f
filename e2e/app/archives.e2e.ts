import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { expectAccessible } from '#e2e/support/accessibility.ts';
import { expectPolledText } from '#e2e/support/clock.ts';
import { chooseFile } from '#e2e/support/files.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { createSignedInOwner } from '#e2e/support/members.ts';
import { createVerifiedOwner, restoreSession } from '#e2e/support/users.ts';

/** The list looks for the end of an export or import every two seconds. */
const done = { text: 'Concluída', everyMs: 2_000 };

const dataPath = '/app/settings/organization/data';

test('an owner exports the organization, gets an email, and imports the archive elsewhere (R-ARC-01, R-ARC-02, R-ARC-03, R-ARC-04)', async ({
  page,
  browser,
  server,
  mailTo,
}) => {
  const owner = await createSignedInOwner(page, server.url, 'Pro');
  const body = { description: 'Corretagem', quantity: 1, price: 12.5, date: '2026-03-02' };
  await owner.api.transactions.create({ body });
  await page.clock.install();
  await page.goto(dataPath);
  await expect(page.getByText('Nenhuma exportação ou importação ainda')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Exportar a organização' }).click();
  const list = page.getByRole('list', { name: 'Exportações e importações' });
  await expectPolledText(page, list.getByRole('listitem'), done);
  await expect(list.getByRole('listitem')).toContainText('1 transação');
  const mail = await mailTo(owner.email);
  expect(mail.subject).toMatch(/^A exportação de .* está pronta$/);
  await page.goto(mail.links.find((link) => link.includes(dataPath)) ?? '');
  const downloading = page.waitForEvent('download');
  await list.getByRole('button', { name: /^Baixar a exportação de/ }).click();
  const path = await (await downloading).path();
  expect(gunzipSync(await readFile(path)).includes('Corretagem')).toBe(true);
  await expectAccessible(page);

  // Here it is refused: there are transactions.
  const chosen = {
    name: 'pregao.tar.gz',
    mimeType: 'application/gzip',
    buffer: await readFile(path),
  };
  await chooseFile(page.getByLabel('Arquivo a importar'), chosen);
  await expect(page.getByText('A organização já tem transações.')).toBeVisible();

  const other = await createVerifiedOwner(server.url, 'Pro');
  const window = await browser.newPage();
  await restoreSession(window, other);
  await window.clock.install();
  await window.goto(dataPath);
  const file = window.getByLabel('Arquivo a importar');
  await chooseFile(file, { ...chosen, buffer: Buffer.from('another file') });
  await expect(window.getByText('Este não é um arquivo exportado desta instalação')).toBeVisible();
  await chooseFile(file, chosen);
  const result = window.getByRole('listitem').filter({ hasText: 'Importação' });
  await expectPolledText(window, result, done);
  await window.goto('/app/transactions');
  await expect(window.getByText('Corretagem')).toBeVisible();

  await page.reload();
  await list.getByRole('button', { name: /^Excluir a exportação de/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
  await expect(page.getByText('Nenhuma exportação ou importação ainda')).toBeVisible();
});
