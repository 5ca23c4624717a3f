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
  comments: 'comments.jsonl',
} as const;

/** Maximum of bytes of a manifest, which is read into memory: 5,000 pictures need one of them. */
export const maxManifestBytes = 4 * 1024 * 1024;

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
  organization: z.object({
    id: z.uuid(),
    name: z.string(),
    /** Currency of the transactions; dollars in archives of earlier versions. */
    currency: z.string().default('usd'),
  }),
  transactions: z.int(),
  files: z.int(),
  /** Entries after the manifest, in their order. */
  entries: z.array(entry),
});
export type ArchiveContents = z.infer<typeof contents>;

const signatureOf = (linkKey: Buffer, text: string) =>
  createHmac('sha256', linkKey).update(`archive:${text}`).digest();

/** Returns the manifest of an archive with the signature of this installation (decision 71). */
export function signManifest(
  linkKey: Buffer,
  described: Omit<ArchiveContents, 'product' | 'format'>,
): string {
  const text = JSON.stringify(contents.parse({ product: 'pregao', format, ...described }), null, 1);
  const signature = signatureOf(linkKey, text).toString('hex');
  return `${text.slice(0, -'\n}'.length)},\n "signature": "${signature}"\n}\n`;
}

/** The last property of a manifest. */
const signed = /,\n "signature": "([0-9a-f]{64})"\n\}\n$/;

/**
 * Returns what a manifest describes; throws `archive.invalid` unless this installation has signed it. The signature is
 * checked first: a stranger's JSON could take seconds to parse.
 */
export function verifyManifest(linkKey: Buffer, text: string): ArchiveContents {
  const [end = '', signature = ''] = signed.exec(text.slice(-100)) ?? [];
  const described = `${text.slice(0, text.length - end.length)}\n}`;
  const given = Buffer.from(signature, 'hex');
  const expected = signatureOf(linkKey, described);
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new Failure('archive.invalid');
  const { data } = contents.safeParse(JSON.parse(described));
  // Signed by another version of the product.
  if (!data) throw new Failure('archive.invalid');
  return data;
}
