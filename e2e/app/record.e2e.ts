import { Role } from '#contract/access.ts';
import { expectAccessible } from '#e2e/support/accessibility.ts';
import { expectKept, storedInput } from '#e2e/support/drafts.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { inviteAndAccept } from '#e2e/support/members.ts';
import { createVerifiedOwner, restoreSession } from '#e2e/support/users.ts';

test('a record has a page of its own, on which members talk and mention each other (R-CMT-01, R-CMT-04, R-CMT-06)', async ({
  page,
  server,
  mailTo,
}) => {
  const ana = await createVerifiedOwner(server.url, 'Pro');
  const bia = await createVerifiedOwner(server.url, 'Pro');
  await inviteAndAccept(bia, { owner: ana, role: Role.Member, mailTo });
  const body = { description: 'Mensalidade', quantity: 1, price: 2.5, date: '2026-03-01' };
  const { id } = await ana.api.transactions.create({ body });
  const later = { ...body, description: 'Corretagem', date: '2026-03-02' };
  await ana.api.transactions.create({ body: later });
  const { name = '' } = (await ana.api.comments.getPeople({ query: {} }))[0] ?? {};
  await restoreSession(page, ana);
  await page.goto('/app/transactions');
  await page.getByRole('row', { name: 'Mensalidade' }).getByRole('link', { name: 'Abrir' }).click();
  await expect(page).toHaveURL(`/app/transactions/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mensalidade');

  const field = page.getByRole('textbox', { name: 'Escreva um comentário' });
  await field.fill('Confere ');
  await field.pressSequentially('@');
  const option = page.getByRole('option', { name });
  await expect(option).toHaveAttribute('aria-selected', 'true');
  await expectAccessible(page);
  await field.press('Enter');
  await expect(field).toHaveValue(`Confere @${name} `);
  // The keys of the list are not those of the form.
  await field.pressSequentially('@');
  await expect(option).toBeVisible();
  await field.press('Control+Enter');
  await expect(field).toHaveValue(`Confere @${name} @${name} `);
  await expectKept(page, `@${name} @${name}`);
  await page.reload();
  await expect(field).toHaveValue(`Confere @${name} @${name} `);
  await page.getByRole('button', { name: 'Comentar' }).click();
  await expect(field).toBeFocused();
  const comment = page.getByRole('listitem').filter({ hasText: 'Confere' });
  await expect(comment).toContainText(`@${name}`);
  await expect(field).toHaveValue('');
  await expect.poll(() => storedInput(page)).toEqual([]);
  const mail = await mailTo(bia.email, /mencionou/);
  expect(mail.links.join()).toContain(`/app/transactions/${id}?org=${ana.tenant}`);

  const edit = comment.getByRole('button', { name: 'Editar comentário' });
  await edit.click();
  const changed = page.getByRole('textbox', { name: 'Editar comentário' });
  await expect(changed).toBeFocused();
  await changed.fill('Confere hoje');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(edit).toBeFocused();
  await expect(comment).toContainText('editado');
  await comment.getByRole('button', { name: 'Excluir comentário' }).click();
  await expect(comment).toBeHidden();
  await expect(page.getByRole('region', { name: 'Comentários' })).toBeFocused();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(comment).toBeVisible();

  await page.getByRole('link', { name: 'Transação anterior' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Corretagem');
  await page.goBack();
  await page.getByRole('link', { name: 'Editar' }).click();
  const panel = page.getByRole('dialog');
  await panel.getByLabel('Descrição').fill('Assinatura');
  await panel.getByRole('button', { name: 'Salvar' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Salvar' }).click();
  await expect(page).toHaveURL(`/app/transactions/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Assinatura');
});

test('the records around a record are those of its list, beyond the page that is loaded (R-CMT-06)', async ({
  page,
  server,
}) => {
  const ana = await createVerifiedOwner(server.url, 'Pro');
  for (let n = 1; n <= 52; n += 1) {
    const body = { description: `Nota ${n}`, quantity: 1, price: n, date: '2026-03-01' };
    await ana.api.transactions.create({ body });
  }
  const { items } = await ana.api.transactions.getAll({ query: { limit: 50 } });
  await restoreSession(page, ana);
  await page.goto(`/app/transactions/${items[49]?.id}`);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Nota 3');
  for (const title of ['Nota 2', 'Nota 1']) {
    await page.getByRole('link', { name: 'Próxima transação' }).click();
    await expect(heading).toHaveText(title);
  }
  await expect(page.getByRole('button', { name: 'Próxima transação' })).toBeDisabled();
  await page.getByRole('link', { name: 'Transação anterior' }).click();
  await expect(heading).toHaveText('Nota 2');
});
