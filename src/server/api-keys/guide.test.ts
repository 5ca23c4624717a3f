import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import { listeningUrl } from '#server/http/test/socket.ts';
import { createTestOrganization } from '#server/members/test/organizations.ts';
import { root } from '#server/root.ts';
import { sharedApplication } from '#server/test/application.ts';

const product = await sharedApplication();
const guide = readFileSync(join(root, 'docs/api.md'), 'utf8');

/** Returns the `curl` commands of the guide, with these values of its variables. */
const commandsWith = (variables: Record<string, string>) =>
  [...guide.matchAll(/```sh\n(curl [^]*?)```/g)].map(([, command = '']) =>
    command
      .replaceAll('\\\n', ' ')
      .replaceAll(/\$(\w+)/g, (_, name: string) => variables[name] ?? ''),
  );

/** Sends the request of a `curl` command. */
const send = (command: string) => {
  const words = [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  );
  const after = (option: string) =>
    words.flatMap((word, at) => (word === option ? [words[at + 1] ?? ''] : []));
  const headers = after('-H').map((line) => line.split(': ') as [string, string]);
  const [method = 'GET'] = after('-X');
  const [body] = after('-d');
  const url = words.find((word) => word.startsWith('http://')) ?? '';
  return fetch(url, { method, headers, ...(body !== undefined && { body }) });
};

test('The commands of docs/api.md work as they are copied (R-KEY-02)', async () => {
  const { owner } = await createTestOrganization(product);
  const scopes = ['transactions:read', 'transactions:write'] as const;
  const { key: secret } = await owner.api.apiKeys.create({
    body: { name: 'Quickstart', role: Role.Member, scopes: [...scopes], days: 90 },
  });
  const { origin } = await listeningUrl(product);
  const [create = '', list = '', exported = ''] = commandsWith({
    PREGAO_URL: origin,
    PREGAO_KEY: secret,
  });
  const [first, again] = [await send(create), await send(create)];
  expect([first.status, again.status]).toEqual([200, 200]);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(await again.json()).toEqual(await first.json());
  const listed = await send(list);
  expect(await listed.json()).toMatchObject([{ description: 'PETR4', quantity: 100, price: 38.5 }]);
  const file = await send(exported);
  expect(file.headers.get('content-type')).toContain('text/csv');
  expect(await file.text()).toContain('PETR4');
});
