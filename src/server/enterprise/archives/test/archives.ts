import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { createGunzip, gunzipSync, gzipSync } from 'node:zlib';
import { extract } from 'tar-stream';
import { expect } from 'vitest';
import { signManifest } from '#server/enterprise/archives/service/manifest.ts';
import { packArchive } from '#server/enterprise/archives/service/pack.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { TestMember } from '#server/test/application.ts';

type Api = Pick<TestMember['api'], 'archives'>;

/** Waits until no export or import runs; returns the newest. */
export const archiveEnded = async ({ archives }: Api) => {
  await expect
    .poll(async () => (await archives.getAll()).filter(({ state }) => state === 'running'), {
      timeout: 60_000,
    })
    .toEqual([]);
  const [newest] = await archives.getAll();
  if (!newest) throw new Error('No export');
  return newest;
};

/** Exports the organization and returns the archive. */
export const exported = async ({ archives }: Api) => {
  await archives.create();
  const { id } = await archiveEnded({ archives });
  return Buffer.from(await (await archives.download({ params: { id } })).arrayBuffer());
};

/** Imports an archive and returns the result. */
export const imported = async ({ archives }: Api, archive: Buffer) => {
  await archives.upload({ file: { content: new Blob([new Uint8Array(archive)]) } });
  return archiveEnded({ archives });
};

/** Returns the entries of an archive by name. */
export const entriesOf = async (archive: Buffer) => {
  const tar = Readable.from([archive]).pipe(createGunzip()).pipe(extract());
  const entries = new Map<string, string>();
  for await (const part of tar) entries.set(part.header.name, await text(Readable.from(part)));
  return entries;
};

/** Returns what an import restores of an archive, by the digests of the manifest. */
export const restoredContentOf = async (archive: Buffer) => {
  const manifest = JSON.parse((await entriesOf(archive)).get('manifest.json') ?? '') as {
    entries: { name: string; sha256: string }[];
  };
  return manifest.entries.filter(({ name }) => /^(files\/|transactions\.)/.test(name));
};

type Change = { name: string; from: string; to: string };

/** Returns an archive with a change of the same length in an entry, as if it had been exported like this. */
export const changedArchive = async (
  { linkKey }: Pick<AppContext, 'linkKey'>,
  archive: Buffer,
  { name, from, to }: Change,
) => {
  const entries = await entriesOf(archive);
  const [manifest = '', before = ''] = [entries.get('manifest.json'), entries.get(name)];
  const after = before.replaceAll(from, to);
  const sha256 = createHash('sha256').update(after).digest('hex');
  const described = JSON.parse(manifest) as Parameters<typeof signManifest>[1];
  const signed = signManifest(linkKey, {
    ...described,
    entries: described.entries.map((entry) => (entry.name === name ? { ...entry, sha256 } : entry)),
  });
  const tar = gunzipSync(archive);
  tar.write(after, tar.indexOf(before));
  tar.write(signed, tar.indexOf(manifest));
  return gzipSync(tar);
};

/** Returns an archive without transactions, as an export makes it. */
export const emptyArchive = async ({ linkKey }: Pick<AppContext, 'linkKey'>) => {
  const manifest = signManifest(linkKey, {
    exportedAt: new Date().toISOString(),
    organization: { id: randomUUID(), name: 'Empty', currency: 'usd' },
    transactions: 0,
    files: 0,
    entries: [],
  });
  return new Blob([await buffer(packArchive(manifest, []))]);
};
