import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const oxlint = join(root, 'node_modules/oxlint/bin/oxlint');
const planted = mkdtempSync(join(tmpdir(), 'import-rules-'));
afterAll(() => rmSync(planted, { recursive: true }));

/** Lints a tree of files with this project's rules; returns `file rule` for each problem. */
function lint(files: Record<string, string>): string[] {
  rmSync(planted, { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(planted, name)), { recursive: true });
    writeFileSync(join(planted, name), text);
  }
  cpSync(join(root, 'package.json'), join(planted, 'package.json'));
  const config = JSON.stringify(join(root, 'oxlint.config.ts'));
  writeFileSync(join(planted, 'oxlint.config.ts'), `export { default } from ${config};\n`);
  const ran = spawnSync(process.execPath, [oxlint, '--format=json'], {
    cwd: planted,
    encoding: 'utf8',
  });
  const { diagnostics } = JSON.parse(ran.stdout) as {
    diagnostics: { filename: string; code: string }[];
  };
  expect(ran.status, `${ran.stdout}${ran.stderr}`).toBe(diagnostics.length > 0 ? 1 : 0);
  return diagnostics.map(({ filename, code }) => `${filename} ${code}`).toSorted();
}

const uses = (specifier: string) => `export * from '${specifier}';\n`;

test('reports an import that the rules do not allow', () => {
  const forbidden: Record<string, string> = {
    'src/contract/a.ts': uses('#server/config.ts'),
    'src/contract/b.ts': uses('pg'),
    'src/contract/c.ts': uses('node:fs'),
    'src/locales/a.ts': uses('#web/theme/format.ts'),
    'src/sandbox/a.ts': uses('#server/platform/database/query.ts'),
    'src/sandbox/b.ts': uses('stripe'),
    'src/sandbox/c.ts': uses('#web/ui/button.tsx'),
    'src/sandbox/ghost/a.ts': uses('#sandbox/stripe/index.ts'),
    'packages/stripe-sandbox/a.test.ts': uses('#server/platform/database/query.ts'),
    'packages/stripe-sandbox/a.ts': uses('#contract/errors.ts'),
    'packages/stripe-sandbox/b.test.ts': uses('#tools/kit/seed.ts'),
    'packages/stripe-sandbox/b.ts': uses('#sandbox/mailbox/mailbox.ts'),
    'packages/stripe-sandbox/c.ts': uses('stripe'),
    'packages/stripe-sandbox/d.ts': uses('pg'),
    'packages/stripe-sandbox/e.ts': uses('zod'),
    'src/server/platform/database/a.ts': uses('#server/platform/jobs/queue.ts'),
    'src/server/platform/http/a.ts': uses('#server/identity/members/service.ts'),
    'src/server/platform/mail/a.ts': uses('#server/platform/http/contract/routes.ts'),
    'src/server/identity/members/a.ts': uses('#server/identity/tenants/subdomains.ts'),
    'src/server/identity/members/b.ts': uses('stripe'),
    'src/server/identity/members/c.ts': uses('kysely'),
    'src/server/identity/members/d.ts': uses('nodemailer'),
    'src/server/identity/members/e.ts': uses('#server/app.ts'),
    'src/server/identity/members/f.ts': uses('./test/members.ts'),
    'src/server/identity/members/g.ts': uses('../tenants/service.ts'),
    'src/server/app.ts': uses('#sandbox/stripe/sandbox.ts'),
    'src/server/platform/http/b.ts': uses('#sandbox/stripe/index.ts'),
    'src/server/identity/members/h.ts': `export const late = () => import('#sandbox/clock.ts');\n`,
    'src/server/identity/members/i.ts': uses('#server/billing/coupons/service/list.ts'),
    'src/server/product/chat/a.ts': uses('#server/billing/payments/reconcile.ts'),
    'src/web/api/a.ts': uses('#web/session/current.ts'),
    'src/web/components/a.ts': uses('#web/layouts/app.tsx'),
    'src/web/pages/app/a.ts': uses('#web/pages/admin/list.tsx'),
    'src/web/pages/app/b.ts': uses('#server/identity/members/service.ts'),
    'src/web/pages/app/c.ts': uses('@stripe/stripe-js'),
    'src/web/ui/a.ts': uses('#contract/money.ts'),
    'src/web/ui/b.ts': uses('#web/session/current.ts'),
    'src/web/ui/c.ts': uses('node:path'),
    'src/nowhere/a.ts': uses('zod'),
  };
  const expected = Object.keys(forbidden).map((name) => `${name} eslint(no-restricted-imports)`);
  expect(lint(forbidden)).toEqual(expected.toSorted());
});

test('reports a type that is named by an import within it', () => {
  const named = `export type Settings = import('#server/config.ts').Config;\n`;
  expect(lint({ 'src/contract/a.ts': named })).toEqual([
    'src/contract/a.ts typescript(consistent-type-imports)',
  ]);
});

test('accepts an import that the rules allow', () => {
  expect(
    lint({
      'src/contract/a.ts': uses('zod'),
      'packages/stripe-sandbox/a.ts': `export type { Stripe } from 'stripe';\n`,
      'packages/stripe-sandbox/a.test.ts': uses('stripe') + uses('pg') + uses('fast-check'),
      'packages/stripe-sandbox/invoices/download.ts': uses('node:fs'),
      'src/server/sandbox/a.ts': uses('#sandbox/stripe/index.ts'),
      'src/server/app.ts': uses('./members/api.ts') + uses('#sandbox/stripe/index.ts'),
      'src/server/identity/members/api.ts':
        uses('./service/invite.ts') + uses('#server/platform/http/contract/routes.ts'),
      'src/server/identity/members/service/invite.ts': uses('#server/identity/tenants/service.ts'),
      'src/server/identity/members/api.test.ts':
        uses('#server/app.ts') + uses('#server/platform/http/test/app.ts'),
      'src/server/platform/stripe/client.ts':
        uses('stripe') + uses('#server/platform/jobs/queue.ts'),
      'src/web/components/card.ts': uses('@stripe/stripe-js') + uses('#web/ui/button.tsx'),
      'src/web/pages/app/list.ts': uses('#web/layouts/app.tsx') + uses('#web/pages/app/form.tsx'),
    }),
  ).toEqual([]);
});

test('reports import cycles through any number of files', () => {
  expect(
    lint({
      'src/contract/a.ts': uses('./b.ts'),
      'src/contract/b.ts': uses('#contract/c.ts'),
      'src/contract/c.ts': uses('#contract/a.ts'),
    }),
  ).toEqual([
    'src/contract/a.ts import(no-cycle)',
    'src/contract/b.ts import(no-cycle)',
    'src/contract/c.ts import(no-cycle)',
  ]);
});

test('reports sizes and patterns that the style forbids', () => {
  const lines = (count: number) => '// a line\n'.repeat(count);
  expect(
    lint({
      'src/contract/any.ts': 'export const parse = (value: any): string => value;\n',
      'src/contract/console.ts': `console.log('here');\nexport const here = 1;\n`,
      'src/contract/default.ts': 'export default 1;\n',
      'src/contract/function.ts': `export function long() {\n${lines(60)}}\n`,
      'src/contract/long.ts': `${lines(251)}export const end = 1;\n`,
      'src/contract/long.test.ts': `${lines(399)}export const end = 1;\n`,
      'src/contract/params.ts': 'export const f = (a: 1, b: 1, c: 1, d: 1) => [a, b, c, d];\n',
      'src/contract/camelCase.ts': 'export const here = 1;\n',
      'src/web/pages/app/list.tsx': 'export default 1;\n',
      'src/web/ui/html.tsx':
        'export const Html = () => <p dangerouslySetInnerHTML={{ __html: "" }} />;\n',
    }),
  ).toEqual([
    'src/contract/any.ts typescript(no-explicit-any)',
    'src/contract/camelCase.ts unicorn(filename-case)',
    'src/contract/console.ts eslint(no-console)',
    'src/contract/default.ts import(no-default-export)',
    'src/contract/function.ts eslint(max-lines-per-function)',
    'src/contract/long.ts eslint(max-lines)',
    'src/contract/params.ts eslint(max-params)',
    'src/web/ui/html.tsx react(no-danger)',
  ]);
});
