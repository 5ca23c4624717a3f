import cluster from 'node:cluster';
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

/** Environment of the worker that checks the secrets for all. */
export const secretsCheckerEnv = { CHECKS_SECRETS: 'true' };

/** Returns true in the process that checks the secrets: the only one, or the worker that its primary has chosen. */
export const isSecretsChecker = () =>
  !cluster.isWorker || process.env['CHECKS_SECRETS'] === secretsCheckerEnv.CHECKS_SECRETS;

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
  // While there are former keys, other instances may still encrypt with one of them.
  if (Object.keys(result.unreadable).length === 0 && !encryption.isRotating) {
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

const literal = (bytes: Buffer) => `'\\x${bytes.toString('hex')}'::bytea`;

/**
 * Stores renewed secrets, without the triggers of the table: no person changed a secret, so that the log and the granter of
 * access stay. A secret that was changed meanwhile stays, too. The statements are one transaction.
 */
async function store(
  owner: SecretStore,
  { place, column }: Pick<Renewal, 'place' | 'column'>,
  renewed: (StoredSecret & { renewed: Buffer })[],
) {
  if (renewed.length === 0) return;
  const values = renewed.map(
    (row) => `('${row.owner}'::uuid, ${literal(row.secret)}, ${literal(row.renewed)})`,
  );
  await owner.query(`
    alter table ${place.table} disable trigger user;
    update ${place.table} as place set ${column} = given.renewed
      from (values ${values.join(', ')}) as given (owner, former, renewed)
      where place.${place.owner} = given.owner and place.${column} = given.former;
    alter table ${place.table} enable trigger user;`);
}

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
  let last: StoredSecret = {
    owner: '00000000-0000-0000-0000-000000000000',
    secret: Buffer.alloc(0),
  };
  for (;;) {
    const { rows } = await owner.query<StoredSecret>(next, [last.owner, last.secret]);
    const changed: (StoredSecret & { renewed: Buffer })[] = [];
    for (const { owner: of, secret } of rows) {
      const renewed = await encryption
        .reencrypt({ purpose, of }, secret)
        .catch((error: unknown) => {
          if (!(error instanceof SecretUnreadable)) throw error;
          result.unreadable[label] = (result.unreadable[label] ?? 0) + 1;
          return null;
        });
      if (renewed) changed.push({ owner: of, secret, renewed });
    }
    await store(owner, { place, column }, changed);
    result.renewed += changed.length;
    const end = rows.at(-1);
    if (!end || rows.length < batchSize) return;
    last = end;
  }
}

/** Returns the lines for the operator about a check; none if nothing was to do. */
export function describeSecrets(
  { renewed, unreadable }: SecretsCheck,
  { keyName }: Pick<Encryption, 'keyName'>,
): string[] {
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
}
