import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook as Verifier } from 'standardwebhooks';
import { expectAccessible } from '#e2e/support/accessibility.ts';
import { expectPolledText } from '#e2e/support/clock.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { createSignedInOwner } from '#e2e/support/members.ts';

/** The list looks for the result of a delivery every two seconds. */
const delivered = { text: 'Entregue', everyMs: 2_000 };

type Received = { headers: Record<string, string>; body: string };

/** Starts a program that keeps what it gets and answers with `status`, once `ready`. */
const startProgram = async () => {
  const program = {
    received: [] as Received[],
    status: 204,
    url: '',
    ready: Promise.resolve() as Promise<unknown>,
  };
  const server = createServer((request, response) => {
    void text(request).then(async (body) => {
      program.received.push({ headers: request.headers as Record<string, string>, body });
      await program.ready;
      response.writeHead(program.status).end(program.status === 204 ? undefined : 'Sem estoque');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  program.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/pregao`;
  return { program, stop: () => server.close() };
};

test('an owner adds an endpoint, gets signed events, and sends a failed one again (R-WHK-01, R-WHK-03, R-WHK-04, R-WHK-07, R-WHK-08)', async ({
  page,
  server,
}) => {
  const { program, stop } = await startProgram();
  const { api } = await createSignedInOwner(page, server.url, 'Pro');
  await page.clock.install();
  await page.goto('/app/settings/organization/webhooks');
  await expect(page.getByText('Nenhum endpoint ainda')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Adicionar endpoint' }).press('Enter');
  const dialog = page.getByRole('dialog');
  const add = dialog.getByRole('button', { name: 'Adicionar endpoint' });
  await add.press('Enter');
  await expect(dialog.getByLabel('Endereço')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Endereço').fill(program.url);
  await dialog.getByRole('checkbox', { name: 'transaction.created' }).press('Space');
  await expectAccessible(page);
  await add.press('Enter');
  const key = await dialog.getByLabel('Chave de assinatura', { exact: true }).inputValue();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Fechar' }).last().press('Enter');

  await page.getByRole('link', { name: program.url }).press('Enter');
  await expect(page.getByText('Nenhuma entrega')).toBeVisible();
  // The page looks for the result of what is being sent, too.
  const { promise: ready, resolve: answer } = Promise.withResolvers();
  program.ready = ready;
  await page.getByRole('button', { name: 'Enviar teste' }).press('Enter');
  await expect.poll(() => program.received.length).toBe(1);
  const look = page.waitForResponse(/GetDeliveries/);
  await page.clock.fastForward(delivered.everyMs);
  await look;
  answer(null);
  const rows = page.getByRole('row');
  await expectPolledText(page, rows.filter({ hasText: 'webhook.test' }), delivered);
  program.status = 500;
  await api.transactions.create({
    body: { description: 'PETR4', quantity: 1, price: 2.5, date: '2026-03-01' },
  });
  await page.reload();
  const created = rows.filter({ hasText: 'transaction.created' });
  await expect(created).toContainText('Aguardando');
  // The endpoint itself is read every five seconds.
  const failed = { text: 'Primeira falha', everyMs: 5_000 };
  await expectPolledText(page, page.getByRole('main'), failed);
  await expectAccessible(page);
  await created.getByRole('button', { name: 'Detalhes de transaction.created' }).press('Enter');
  await expect(dialog).toContainText('"description": "PETR4"');
  await expect(dialog).toContainText('Sem estoque');
  await expectAccessible(page);
  program.status = 204;
  await dialog.getByRole('button', { name: 'Enviar de novo' }).press('Enter');
  await expectPolledText(page, created, delivered);
  for (const { body, headers } of program.received) new Verifier(key).verify(body, headers);

  await page.getByRole('button', { name: 'Reenviar um período' }).press('Enter');
  await dialog.getByRole('checkbox', { name: 'Só entregas que falharam' }).press('Space');
  await expectAccessible(page);
  const before = program.received.length;
  await dialog.getByRole('button', { name: 'Enviar de novo' }).press('Enter');
  await expect(page.getByText('2 entregas na fila')).toBeVisible();
  await expect.poll(() => program.received.length).toBe(before + 2);

  await page.getByRole('button', { name: 'Desligar' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Ligar', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Excluir' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).press('Enter');
  await expect(page.getByText('Nenhum endpoint ainda')).toBeVisible();
  stop();
});
