import { SecretUnreadable, type Encryption } from './encryption.ts';
import { storedSecrets, type SecretPlace, type SecretPurpose } from './secret-purposes.ts';

/** Access of the database's owner. */
type SecretStore = {
  query: <R extends Record<string, unknown>>(
    text: string,
    values?: unknown[],
  ) => Promise<{ rows: R[] }>;
};

/** Result of comparing the key with the stored secrets. */
export type SecretsCheck = {
  /** Number of secrets that were encrypted again with the first key. */
  renewed: number;
  /** Number of secrets that no key decrypts, by the label of their kind. */
  unreadable: Record<string, number>;
};

const batchSize = 500;

type StoredSecret = { owner: string; secret: Buffer };

/**
 * Compares the encryption key with the one that the stored secrets were encrypted with. If it is another one, or while
 * there are former keys, encrypts all secrets again that a former key decrypts, and counts those that none decrypts
 * (R-OPR-18, R-OPR-19). Concurrent calls are harmless.
 */
export async function checkStoredSecrets(
  owner: SecretStore,
  encryption: Encryption,
): Promise<SecretsCheck> {
  const keyId = await encryption.keyId();
  const { rows } = await owner.query<{ id: string }>('select id from app.encryption_key');
  const result: SecretsCheck = { renewed: 0, unreadable: {} };
  if (rows[0]?.id === keyId && !encryption.isRotating) return result;
  for (const [purpose, place] of Object.entries(storedSecrets)) {
    for (const column of place.columns) {
      await renew(owner, encryption, { purpose: purpose as SecretPurpose, place, column, result });
    }
  }
  if (Object.keys(result.unreadable).length === 0) {
    await owner.query(
      `insert into app.encryption_key (id) values ($1) on conflict (single) do update set id = excluded.id`,
      [keyId],
    );
  }
  return result;
}

type Renewal = {
  purpose: SecretPurpose;
  place: SecretPlace;
  column: string;
  result: SecretsCheck;
};

/** Encrypts the secrets of one column again, in the order of their owners. */
async function renew(
  owner: SecretStore,
  encryption: Encryption,
  { purpose, place, column, result }: Renewal,
) {
  const { table, label } = place;
  const next = `select distinct on (${place.owner}, ${column}) ${place.owner} as owner, ${column} as secret
    from ${table} where ${column} is not null and (${place.owner}, ${column}) > ($1::uuid, $2::bytea)
    order by ${place.owner}, ${column} limit ${batchSize}`;
  // A secret that was changed meanwhile stays.
  const change = `update ${table} set ${column} = $3 where ${place.owner} = $1 and ${column} = $2`;
  let last: StoredSecret = {
    owner: '00000000-0000-0000-0000-000000000000',
    secret: Buffer.alloc(0),
  };
  for (;;) {
    const { rows } = await owner.query<StoredSecret>(next, [last.owner, last.secret]);
    for (const { owner: of, secret } of rows) {
      const renewed = await encryption
        .reencrypt({ purpose, of }, secret)
        .catch((error: unknown) => {
          if (!(error instanceof SecretUnreadable)) throw error;
          result.unreadable[label] = (result.unreadable[label] ?? 0) + 1;
          return null;
        });
      if (renewed) await owner.query(change, [of, secret, renewed]);
      if (renewed) result.renewed += 1;
    }
    const end = rows.at(-1);
    if (!end || rows.length < batchSize) return;
    last = end;
  }
}

/** Returns the lines for the operator about a check; none if nothing was to do. */
export const describeSecrets = (
  { renewed, unreadable }: SecretsCheck,
  { keyName }: Pick<Encryption, 'keyName'>,
): string[] => {
  const counts = Object.entries(unreadable);
  const total = counts.reduce((sum, [, count]) => sum + count, 0);
  const lines: string[] = [];
  if (renewed > 0) lines.push(`${renewed} stored secrets were encrypted again with ${keyName}.`);
  if (total > 0) {
    const kinds = counts.map(([label, count]) => `${label}: ${count}`).join(', ');
    lines.push(
      `${total} stored secrets were encrypted with another key than ${keyName} (${kinds}). Set ENCRYPTION_KEY=<this key>,<former ` +
        'key>, or put the former key into DATA_DIR/encryption-key; without it their owners must enter them again.',
    );
  }
  return lines;
};
