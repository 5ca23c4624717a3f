import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkConfig } from '#server/config-check.ts';
import { readConfig } from '#server/config.ts';
import { environment } from '#server/environment.ts';
import { root } from '#server/platform/root.ts';

/** Compares the settings of the manual and of `deploy/environment.example` with those of the product (R-OPR-26). */
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const manual = read('docs/operations.md');
const settings = Object.keys(environment.shape);

/** Settings of other programs, and those that only a command or a library reads. */
const ofOthers = [
  'ASK_URL',
  'BACKUP_PASSPHRASE',
  'DOMAIN',
  'NODE_EXTRA_CA_CERTS',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_RESOURCE_ATTRIBUTES',
  'OTEL_SERVICE_NAME',
  'PGBOUNCER_PASSWORD',
  'POSTGRES_PASSWORD',
  'UPSTREAMS',
];

/** Other words in capitals. */
const noSettings = ['CHANGELOG', 'EAUTH', 'ECONNREFUSED', 'ENOTFOUND', 'LISTEN', 'PUBLIC'];

const namesIn = (text: string) =>
  [...text.matchAll(/`([^`\n]+)`/g)].flatMap(([, code = '']) =>
    [...code.matchAll(/(?<![\w/.])[A-Z][A-Z0-9]+(?:_[A-Z0-9]+)*\b/g)].map(([name]) => name),
  );

test('the manual names every setting, and no other one (R-OPR-26)', () => {
  const named = new Set(namesIn(manual));
  expect(settings.filter((name) => !named.has(name))).toEqual([]);
  const longer = [...named].filter((name) => name.includes('_') || name.length > 5);
  const known = [...settings, ...ofOthers, ...noSettings];
  expect(longer.filter((name) => !known.includes(name))).toEqual([]);
});

const example = Object.fromEntries(
  [...read('deploy/environment.example').matchAll(/^(#?)([A-Z_0-9]+)=(.*)$/gm)].map(
    ([, comment, name = '', value = '']) => [name, { value, isOptional: comment === '#' }],
  ),
);

test('the example of settings has those of a company, and is safe once filled in (R-OPR-26)', async () => {
  const [, page = ''] = /## Settings of a company\n(.*?)\n## /s.exec(manual) ?? [];
  const table = page.split('\n').filter((line) => line.startsWith('| `'));
  const listed = table.flatMap((line) => namesIn(line.split('|')[1] ?? ''));
  const required = Object.keys(example).filter((name) => !example[name]?.isOptional);
  expect(required.toSorted()).toEqual(listed.toSorted());
  expect(required).toHaveLength(13);
  expect(Object.keys(example).filter((name) => !settings.includes(name))).toEqual([]);
  const filled = Object.fromEntries(
    required.map((name) => [
      name,
      example[name]?.value || 'kettle ember violin 4817 under the lamp',
    ]),
  );
  expect(await checkConfig(readConfig(filled))).toEqual({ refusals: [], warnings: [] });
});

test('README names every setting with its default (R-OPR-26)', () => {
  const rows = [...read('README.md').matchAll(/^\| (`[A-Z][^|]*) \| ([^|]*) \|/gm)];
  const named = rows.flatMap(([, names = '', defaults = '']) => {
    const values = defaults.split(', ');
    return names.split(', ').map((name, index) => [name.replaceAll('`', ''), values[index] ?? '']);
  });
  const patterns = named.map(([name = '']) => new RegExp(`^${name.replace('*', '.+')}$`));
  const isNamed = (setting: string) => patterns.some((pattern) => pattern.test(setting));
  expect(settings.filter((setting) => !isNamed(setting))).toEqual([]);
  const meanings: Record<string, unknown> = environment.parse({});
  // Others are words.
  const literal = /^(\d+(\.\d+)*|true|false|`[\w.]+(@[\w.]+)?`)$/;
  const stated = named.filter(([, value = '']) => literal.test(value));
  expect(stated.length).toBeGreaterThan(10);
  for (const [name = '', value = ''] of stated)
    expect([name, `${String(meanings[name])}`]).toEqual([name, value.replaceAll('`', '')]);
});
