import { readFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import type { Page } from '@playwright/test';
import { Role } from '#contract/access.ts';
import { expectAccessible } from '#e2e/support/accessibility.ts';
import { chooseFile } from '#e2e/support/files.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { inviteAndAccept } from '#e2e/support/members.ts';
import { openAsOperator } from '#e2e/support/operator.ts';
import { createVerifiedOwner, restoreSession } from '#e2e/support/users.ts';

/** Builds a Zip file with one stored text. */
const zipOf = (name: string, text: string) => {
  const [file, content] = [Buffer.from(name), Buffer.from(text)];
  const facts = Buffer.alloc(26);
  facts.writeUInt16LE(20, 0);
  facts.writeUInt32LE(crc32(content), 10);
  facts.writeUInt32LE(content.length, 14);
  facts.writeUInt32LE(content.length, 18);
  facts.writeUInt16LE(file.length, 22);
  const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), facts, file, content]);
  const tail = Buffer.alloc(14);
  const entry = Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), facts, tail, file]);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, entry, end]);
};
const archive = zipOf('robo/leia.txt', 'Instale, depois ligue.');
const mimeType = 'application/zip';

const yes = (page: Page, name = 'Adicionar') =>
  page.getByRole('alertdialog').getByRole('button', { name });

/** Opens the resources page in one of a person's organizations. */
const openResources = async (page: Page, who: { token: string; tenant: string }) => {
  await restoreSession(page, who);
  await page.goto('/app/resources');
};

// Also shows R-RES-01 and R-RES-04: the content is checked, and the title names the download.
test('a Zip for Members on Pro shows others what they lack (R-RES-02, R-RES-03)', async ({
  page,
  server,
  mailTo,
}) => {
  const { api } = await openAsOperator(page, server);
  // Journeys before this one on the same server may have left some.
  for (const { id } of await api.resources.getAll()) await api.resources.remove({ params: { id } });
  await page.goto('/admin/resources');
  await page.getByRole('link', { name: 'Adicionar o primeiro recurso' }).click();
  const panel = page.getByRole('dialog', { name: 'Novo recurso' });
  await panel.getByRole('button', { name: 'Adicionar' }).click();
  await expect(panel.getByText('Verifique todos os campos obrigatórios')).toBeVisible();
  await panel.getByLabel('Título').fill('Robô "noturno"');
  await panel.getByLabel('Descrição').fill('Para o pregão da noite.');
  await panel.getByLabel('Plano mínimo').selectOption({ label: 'Pro' });
  await panel.getByLabel('Função mínima').selectOption({ label: 'Membro' });
  const file = panel.locator('input[type=file]');
  await chooseFile(file, { name: 'robo.zip', mimeType, buffer: Buffer.from('no archive') });
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Adicionar' }).click();
  await yes(page).click();
  const refusal = page.getByRole('alertdialog').filter({ hasText: 'Arquivo inválido' });
  await refusal.getByRole('button').click();
  await chooseFile(file, { name: 'robo.zip', mimeType, buffer: archive });
  await panel.getByRole('button', { name: 'Adicionar' }).click();
  await yes(page).click();
  await expect(panel).toBeHidden();
  const row = page.getByRole('row', { name: /Robô/ });
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(row).toContainText('Zip');
  await expect(row).toContainText('Pro');
  await expect(row).toContainText('Membro');

  const owner = await createVerifiedOwner(server.url, 'Pro');
  const [member, guest] = [
    await createVerifiedOwner(server.url, 'Starter'),
    await createVerifiedOwner(server.url, 'Starter'),
  ];
  await inviteAndAccept(member, { owner, role: Role.Member, mailTo });
  await inviteAndAccept(guest, { owner, role: Role.Guest, mailTo });

  const take = page.getByRole('button', { name: /^Baixar Robô/ });
  const locked = page.getByRole('button', { name: /^Bloqueado: Robô/ });
  await openResources(page, { token: member.token, tenant: owner.tenant });
  await expectAccessible(page);
  const [download] = await Promise.all([page.waitForEvent('download'), take.click()]);
  expect(download.suggestedFilename()).toMatch(/^Robô ["_]noturno["_]\.zip$/);
  expect((await readFile(await download.path())).equals(archive)).toBe(true);

  await openResources(page, { token: guest.token, tenant: owner.tenant });
  await locked.click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('Você precisa de permissão para baixar isto');
  await expect(dialog).toContainText('Disponível para: Proprietário, Administrador, Membro.');

  await openResources(page, member);
  await locked.click();
  await expect(dialog).toContainText('Você precisa de um plano superior para baixar isto');
  await expect(dialog).toContainText('Disponível no plano Pro ou superior.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Fazer upgrade' }).click();
  await expect(page).toHaveURL(/\/app\/settings\/organization\/subscription$/);

  // Schemas load before React; both must not turn text into functions (Trusted Types).
  const refused = server.output().match(/.*"page":"\/admin\/resources".*/g) ?? [];
  expect(refused.filter((line) => line.includes('content security policy violation'))).toEqual([]);
});

test('the operator replaces a file from its row, and edits and deletes a resource (R-OPR-05)', async ({
  page,
  browser,
  server,
}) => {
  await openAsOperator(page, server);
  await page.goto('/admin/resources/new');
  const panel = page.getByRole('dialog');
  await panel.getByLabel('Título').fill('Sem arquivo');
  await expect(panel.getByText('outro tipo remove o atual')).toBeHidden();
  await panel.getByRole('button', { name: 'Adicionar' }).click();
  await yes(page).click();
  const row = page.getByRole('row', { name: /Sem arquivo/ });
  await row.getByRole('button', { name: 'Baixar Sem arquivo' }).click();
  const none = page.getByRole('alertdialog').filter({ hasText: 'Nenhum registro' });
  await none.getByRole('button').click();
  const customer = await (await browser.newContext({ locale: 'pt-BR' })).newPage();
  await openResources(customer, await createVerifiedOwner(server.url, 'Starter'));
  await expect(customer.getByRole('row', { name: /Sem arquivo/ })).toContainText('Em breve');

  const upload = async (buffer: Buffer) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      row.getByRole('button', { name: 'Enviar um arquivo para Sem arquivo' }).click(),
    ]);
    await chooser.setFiles({ name: 'robo.zip', mimeType, buffer });
  };
  await upload(archive);
  await expect(page.getByText('Arquivo enviado')).toBeVisible();
  const other = zipOf('robo/leia.txt', 'Outro texto.');
  await upload(other);
  await expect(page.getByRole('alertdialog')).toContainText('Substituir o arquivo de Sem arquivo?');
  await Promise.all([page.waitForResponse(/Resource\/Upload/), yes(page, 'Substituir').click()]);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    row.getByRole('button', { name: 'Baixar Sem arquivo' }).click(),
  ]);
  expect((await readFile(await download.path())).equals(other)).toBe(true);

  await row.getByRole('link', { name: 'Editar recurso' }).click();
  await expect(panel.getByLabel('Título')).toHaveValue('Sem arquivo');
  await expect(panel.getByText('outro tipo remove o atual')).toBeVisible();
  await panel.getByLabel('Título').fill('रोबोट — o guia');
  await panel.getByRole('button', { name: 'Salvar' }).click();
  await yes(page, 'Salvar').click();
  const renamed = page.getByRole('row', { name: /रोबोट/ });
  const [again] = await Promise.all([
    page.waitForEvent('download'),
    renamed.getByRole('button', { name: /^Baixar/ }).click(),
  ]);
  expect(again.suggestedFilename()).toBe('रोबोट — o guia.zip');
  await renamed.getByRole('link', { name: 'Editar recurso' }).click();
  await panel.getByRole('button', { name: 'Excluir' }).click();
  // Nothing restores a resource.
  await expect(page.getByRole('alertdialog')).toContainText('não pode ser desfeita');
  await yes(page, 'Excluir').click();
  await expect(renamed).toHaveCount(0);
});
