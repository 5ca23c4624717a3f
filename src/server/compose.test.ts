import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from './config.ts';
import { environment } from './environment.ts';
import { judge } from './production.ts';

/** `compose.yaml` and `Containerfile` say to the product what it understands. No container is run. */
const fileOf = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8');

type Service = { environment?: Record<string, string>; build?: { dockerfile?: string } };
const { services } = parse(fileOf('compose.yaml'), { merge: true }) as {
  services: Record<string, Service>;
};
const apps = Object.values(services).filter(({ build }) => build?.dockerfile === 'Containerfile');
const image = Object.fromEntries(
  [...fileOf('Containerfile').matchAll(/^ENV (.+)$/gm)].flatMap(([, line = '']) =>
    line.split(' ').map((setting) => setting.split('=') as [string, string]),
  ),
);

/** What an administrator puts into `.env`. */
const secrets: Record<string, string> = {
  DOMAIN: 'pregao.example',
  SMTP_URL: 'smtps://mail.pregao.example',
  OPERATOR_EMAIL: 'operator@pregao.example',
  OPERATOR_PASSWORD: 'kettle ember violin 4817',
};
const filled = (value: string) =>
  value.replaceAll(/\$\{(\w+)(?::\?|:-(\w*))\}/g, (_all, name: string, otherwise?: string) =>
    otherwise === undefined ? (secrets[name] ?? 'secret') : otherwise,
  );

test('two instances run, and every setting of theirs is one', () => {
  expect(apps).toHaveLength(2);
  for (const { environment: settings = {} } of apps) {
    const named = [...Object.keys(settings), ...Object.keys(image)];
    expect(named.filter((name) => !(name in environment.shape))).toEqual([]);
  }
});

test('with its secrets filled in it is safe to serve others', async () => {
  const [app] = apps;
  const settings = Object.entries(app?.environment ?? {}).map(([name, value]) => [
    name,
    filled(value),
  ]);
  const config = readConfig({ ...image, ...(Object.fromEntries(settings) as typeof image) });
  expect((await judge(config)).refusals).toEqual([]);
  expect(config).toMatchObject({ host: '0.0.0.0', drainSeconds: 10, bucket: { name: 'pregao' } });
  expect(config.databaseDirectUrl).not.toBe(config.databaseUrl);
});
