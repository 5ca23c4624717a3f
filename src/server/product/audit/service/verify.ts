import { nilUuid } from '#server/platform/database/isolation/ids.ts';
import type { OwnerDatabase } from '#server/platform/mail/sender.ts';
import { computeDigest, lastDigest, noDigest, type Digest } from './digests.ts';

/** Last digest of a log, to be kept where the database's administrators can't change it. */
export type LogHead = { tenant: string; number: number; hash: string };

/** Result of verifying all logs: their last digests, and a line for each difference. */
export type Verification = { logs: number; entries: number; heads: LogHead[]; problems: string[] };

type StoredDigest = Digest & { expired: boolean };

/**
 * Compares the digests of all logs with their entries, and with the heads that an earlier verification returned
 * (R-SEC-20). Names the organization and the digest of each difference.
 */
export async function verifyLogs(
  store: OwnerDatabase,
  earlier: LogHead[] = [],
): Promise<Verification> {
  const { untilId: covered } = await lastDigest(store, nilUuid);
  const { rows } = await store.query<{ tenant: string }>(
    `select tenant_id as tenant from audit_digests where number = 1
     union select distinct tenant_id from audit_log where id < $1`,
    [covered],
  );
  const found: Verification = { logs: rows.length, entries: 0, heads: [], problems: [] };
  for (const { tenant } of rows) await verifyLog(store, tenant, { covered, found });
  found.problems.push(...(await compareHeads(store, earlier)));
  return found;
}

async function verifyLog(
  store: OwnerDatabase,
  tenant: string,
  { covered, found }: { covered: string; found: Verification },
) {
  const { rows } = await store.query<StoredDigest>(
    `select number, until_id as "untilId", entries, hash, expired_at is not null as expired
       from audit_digests where tenant_id = $1 order by number`,
    [tenant],
  );
  const problem = (what: string) => found.problems.push(`${tenant}: ${what}`);
  let before = noDigest;
  for (const { expired, ...digest } of rows) {
    const { untilId } = digest;
    const computed = await computeDigest(store, tenant, { before, untilId });
    if (digest.number !== before.number + 1) problem(`digest ${before.number + 1} is missing`);
    else if (expired && computed.entries > 0)
      problem(`expired digest ${digest.number} has entries`);
    else if (!expired && !computed.hash.equals(digest.hash)) {
      problem(
        `digest ${digest.number} does not match its ${digest.entries} entries; there are ${computed.entries}`,
      );
    }
    if (!expired) found.entries += computed.entries;
    before = digest;
  }
  const { entries } = await computeDigest(store, tenant, { before, untilId: covered });
  if (before.untilId < covered && entries > 0) {
    problem(
      `${entries} entries after digest ${before.number} were not there when digests were added`,
    );
  }
  found.heads.push({ tenant, number: before.number, hash: before.hash.toString('hex') });
}

/** Returns a line for each head of an earlier verification that the log no longer contains. */
async function compareHeads(store: OwnerDatabase, heads: LogHead[]) {
  const problems: string[] = [];
  for (const { tenant, number, hash } of heads) {
    if (number === 0) continue;
    const { rows } = await store.query<{ hash: Buffer }>(
      'select hash from audit_digests where tenant_id = $1 and number = $2',
      [tenant, number],
    );
    const isSame = rows[0]?.hash.toString('hex') === hash;
    if (!isSame) problems.push(`${tenant}: digest ${number} differs from the one that was kept`);
  }
  return problems;
}
