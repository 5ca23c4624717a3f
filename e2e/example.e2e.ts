import { mkdir, writeFile } from 'node:fs/promises';
import { run } from '#tools/run.ts';
import { expect, test } from './support/fixtures.ts';
import { openAsOperator } from './support/operator.ts';

const titleOf = ({ title }: { title: string }) => title;

test('one command adds an example, and another removes it (R-REL-13)', async ({ page, server }, {
  outputDir,
}) => {
  await mkdir(outputDir, { recursive: true });
  await writeFile(`${outputDir}/operator-password`, server.operator.password);
  const env = { DATA_DIR: outputDir, OPERATOR_EMAIL: server.operator.email };
  const added = await run('tools/demo/main.ts', [server.url], { env });
  expect(added.output).toContain('Added three organizations, five people and 3 resources.');
  const { api } = await openAsOperator(page, server);
  await page.goto('/admin/tenants?search=(exemplo)');
  await expect(page.getByRole('row', { name: 'Aurora (exemplo)' })).toContainText('Unlimited');
  await expect(page.getByRole('row', { name: 'Trigo (exemplo)' })).toContainText('Em teste');
  await expect(page.getByRole('row', { name: 'Rio Norte (exemplo)' })).toContainText('Pro');
  await page.goto('/admin/dashboard');
  await expect(page.getByRole('heading', { name: 'Receita mensal em USD' })).toBeVisible();
  const again = await run('tools/demo/main.ts', [server.url], { env });
  expect(again).toMatchObject({ ok: false, output: expect.stringContaining('remove it first') });
  const names = async (mark: string) => {
    const { items } = await api.tenants.getAllOfAll({ query: { search: mark } });
    const all = [...items.map(({ name }) => name), ...(await api.resources.getAll()).map(titleOf)];
    return all.filter((name) => name.endsWith(mark));
  };
  const remove = () => run('tools/demo/main.ts', ['--remove', server.url], { env });
  expect(await names('(exemplo)')).toHaveLength(6);
  expect(await remove()).toMatchObject({ ok: true });
  expect(await names('(exemplo)')).toEqual([]);

  // In another language, and removed without naming it.
  await run('tools/demo/main.ts', ['--language', 'hi-IN', server.url], { env });
  expect(await names('(नमूना)')).toContain('रोबोट की सेटिंग (नमूना)');
  expect(await remove()).toMatchObject({ ok: true });
  expect(await names('(नमूना)')).toEqual([]);
});
