import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Role } from '#contract/access.ts';
import { createTestOrganization } from '#server/identity/members/test/organizations.ts';
import { listeningUrl } from '#server/platform/http/test/socket.ts';
import { root } from '#server/platform/root.ts';
import { sharedApplication } from '#server/test/application.ts';

const product = await sharedApplication();
const guide = readFileSync(join(root, 'docs/api.md'), 'utf8');

/** Returns the `curl` commands of the guide, with these values of its variables. */
const commandsWith = (variables: Record<string, string>) =>
  [...guide.matchAll(/^curl (?:.*\\\n)*.*(?:\n {4}.*)*/gm)].map(([command]) =>
    command
      .replaceAll('\\\n', ' ')
      .replaceAll(/\$(\w+)/g, (_, name: string) => variables[name] ?? ''),
  );

/** Returns the words of a command, as a shell reads them. */
const wordsOf = (command: string) =>
  [...command.matchAll(/"((?:\\.|[^"\\])*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double?.replaceAll(/\\(.)/g, '$1') ?? single ?? bare ?? '',
  );

/** Returns the values of an option of a command. */
const valuesOf = (command: string, option: string) =>
  wordsOf(command).flatMap((word, at, words) => (word === option ? [words[at + 1] ?? ''] : []));

/** Sends the request of a `curl` command. */
const send = (command: string) => {
  const headers = valuesOf(command, '-H').map((line) => line.split(': ') as [string, string]);
  const [method = 'GET'] = valuesOf(command, '-X');
  const [body] = valuesOf(command, '-d');
  const url = wordsOf(command).find((word) => word.startsWith('http://')) ?? '';
  return fetch(url, { method, headers, ...(body !== undefined && { body }) });
};

/** Creates a key as the guide says; returns the variables of the guide. */
const createKey = async () => {
  const { owner } = await createTestOrganization(product);
  const scopes = ['transactions:read', 'transactions:write'] as const;
  const { key } = await owner.api.apiKeys.create({
    body: { name: 'Quickstart', role: Role.Member, scopes: [...scopes], days: 90 },
  });
  return { PREGAO_URL: (await listeningUrl(product)).origin, PREGAO_KEY: key };
};

test('The commands of docs/api.md work as they are copied (R-KEY-02)', async () => {
  const variables = await createKey();
  const [create = '', list = '', exported = ''] = commandsWith(variables);
  const [first, again] = [await send(create), await send(create)];
  expect([first.status, again.status]).toEqual([200, 200]);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(await again.json()).toEqual(await first.json());
  const listed = await send(list);
  expect(await listed.json()).toMatchObject([{ description: 'PETR4', quantity: 100, price: 38.5 }]);
  const file = await send(exported);
  expect(file.headers.get('content-type')).toContain('text/csv');
  const csv = await file.text();
  expect(csv).toContain('PETR4');

  const folder = mkdtempSync(join(tmpdir(), 'pregao-guide-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'transactions.csv'), csv);
  const [encode = ''] = /^FILE=.*/m.exec(guide) ?? [];
  const script = `${encode}\nprintf %s "$FILE"`;
  const FILE = execFileSync('sh', ['-c', script], { cwd: folder, encoding: 'utf8' });
  const [, , , preview = '', load = '', ...others] = commandsWith({ ...variables, FILE });
  expect(others).toEqual([]);
  const previewed = await send(preview);
  const { columns } = JSON.parse(valuesOf(load, '-d')[0] ?? '') as { columns: object };
  expect(await previewed.json()).toMatchObject({ columns, valid: 1, wrong: 0 });
  const imported = await send(load);
  expect(await imported.json()).toMatchObject({ fileName: 'transactions.csv', rows: 1 });
});
