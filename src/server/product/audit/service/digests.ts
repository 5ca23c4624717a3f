import { createHash } from 'node:crypto';
import { nilUuid } from '#server/platform/database/isolation/ids.ts';
import type { OwnerDatabase } from '#server/platform/mail/sender.ts';

/** Digest of the entries of one organization whose ids are from that of the digest before up to `untilId`. */
export type Digest = { number: number; untilId: string; entries: number; hash: Buffer };

/** Predecessor of the first digest of every log. */
export const noDigest: Digest = {
  number: 0,
  untilId: nilUuid,
  entries: 0,
  hash: Buffer.alloc(0),
};

type EntryText = { id: string; text: string };

const pageSize = 1_000;

/** Every column of an entry as one JSON array, which is equal on every server and in every time zone. */
const entryTexts = `
  select id, jsonb_build_array(id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
      actor_id, impersonator_id, service, action, target_id, person_id, before, after, request_id)::text as text
    from audit_log where tenant_id = $1 and id >= $2 and id > $3 and id < $4
    order by id limit ${pageSize}`;

async function* readEntryTexts(
  store: OwnerDatabase,
  tenant: string,
  [from, until]: [from: string, until: string],
) {
  let last = nilUuid;
  let page: EntryText[];
  do {
    const { rows } = await store.query<EntryText>(entryTexts, [tenant, from, last, until]);
    page = rows;
    yield* page;
    last = page.at(-1)?.id ?? last;
  } while (page.length === pageSize);
}

/**
 * Computes the digest that follows another, over the entries up to an id: the SHA-256 of the hash before and of
 * each entry with a line break (R-SEC-20).
 */
export async function computeDigest(
  store: OwnerDatabase,
  tenant: string,
  { before, untilId }: { before: Digest; untilId: string },
): Promise<Digest> {
  const hash = createHash('sha256').update(before.hash);
  let entries = 0;
  for await (const { text } of readEntryTexts(store, tenant, [before.untilId, untilId])) {
    hash.update(`${text}\n`);
    entries += 1;
  }
  return { number: before.number + 1, untilId, entries, hash: hash.digest() };
}

/** Returns the last digest of a log. */
export async function lastDigest(store: OwnerDatabase, tenant: string): Promise<Digest> {
  const { rows } = await store.query<Digest>(
    `select number, until_id as "untilId", entries, hash from audit_digests
       where tenant_id = $1 order by number desc limit 1`,
    [tenant],
  );
  return rows[0] ?? noDigest;
}
