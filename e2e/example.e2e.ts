import { mkdir, writeFile } from 'node:fs/promises';
import { run } from '#tools/run.ts';
import { expect, test } from './support/fixtures.ts';
import { openAsOperator } from './support/operator.ts';

test('one command adds an example, and another removes it (R-REL-13)', async ({ page, server }, {
  outputDir,
}) => {
  await mkdir(outputDir, { recursive: true });
  await writeFile(`${outputDir}/operator-password`, server.operator.password);
  const env = { DATA_DIR: outputDir, OPERATOR_EMAIL: server.operator.email };
  const added = await run('tools/demo/main.ts', [server.url], { env });
  expect(added.output).toContain('Added three organizations, five people and 3 resources.');
  const { api } = await openAsOperator(page, server);
  await page.goto('/admin/tenants?search=(example)');
  await expect(page.getByRole('row', { name: 'Aurora (example)' })).toContainText('Unlimited');
  await expect(page.getByRole('row', { name: 'Trigo (example)' })).toContainText('Em teste');
  await expect(page.getByRole('row', { name: 'Rio Norte (example)' })).toContainText('Pro');
  await page.goto('/admin/dashboard');
  await expect(page.getByRole('heading', { name: 'Receita mensal em USD' })).toBeVisible();
  const again = await run('tools/demo/main.ts', [server.url], { env });
  expect(again).toMatchObject({ ok: false, output: expect.stringContaining('remove it first') });
  const removed = await run('tools/demo/main.ts', ['--remove', server.url], { env });
  expect(removed).toMatchObject({ ok: true });
  const isExample = (name: string) => name.endsWith('(example)');
  const { items } = await api.tenants.getAllOfAll({ query: { search: '(example)' } });
  expect(items.filter(({ name }) => isExample(name))).toEqual([]);
  expect((await api.resources.getAll()).filter(({ title }) => isExample(title))).toEqual([]);
});
