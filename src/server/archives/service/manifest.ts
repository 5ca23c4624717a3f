import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { Failure } from '#contract/errors.ts';

/** Version of the archives' layout, raised when an older product can't read them. */
const format = 1;

/** Names of the entries that an import reads; others are for people. */
export const entryNames = {
  manifest: 'manifest.json',
  organization: 'organization.json',
  transactions: 'transactions.jsonl',
} as const;

/** Maximum of bytes of a manifest, which is read into memory. */
export const maxManifestBytes = 16 * 1024 * 1024;

const entry = z.object({
  name: z.string().regex(/^(?:files\/)?[\w.-]{1,90}$/),
  size: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type ManifestEntry = z.infer<typeof entry>;

const contents = z.object({
  product: z.literal('pregao'),
  format: z.literal(format),
  exportedAt: z.iso.datetime(),
  organization: z.object({ id: z.uuid(), name: z.string() }),
  transactions: z.int(),
  files: z.int(),
  /** Entries after the manifest, in their order. */
  entries: z.array(entry),
});
export type ArchiveContents = z.infer<typeof contents>;

const signatureOf = (linkKey: Buffer, described: ArchiveContents) =>
  createHmac('sha256', linkKey)
    .update(`archive:${JSON.stringify(described)}`)
    .digest();

/** Returns the manifest of an archive with the signature of this installation (decision 71). */
export const signManifest = (
  linkKey: Buffer,
  described: Omit<ArchiveContents, 'product' | 'format'>,
): string => {
  const whole = contents.parse({ product: 'pregao', format, ...described });
  const signature = signatureOf(linkKey, whole).toString('hex');
  return `${JSON.stringify({ ...whole, signature }, null, 1)}\n`;
};

/** Returns what a manifest describes; throws `archive.invalid` unless this installation has signed it. */
export const verifyManifest = (linkKey: Buffer, text: string): ArchiveContents => {
  const { data } = contents
    .extend({ signature: z.string().regex(/^[0-9a-f]{64}$/) })
    .safeParse(parseJson(text));
  if (!data) throw new Failure('archive.invalid');
  const { signature, ...described } = data;
  if (!timingSafeEqual(Buffer.from(signature, 'hex'), signatureOf(linkKey, described)))
    throw new Failure('archive.invalid');
  return described;
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
