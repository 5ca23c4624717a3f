import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  enrolledOwner,
  challengeOf,
  refusalOf,
  totpCode,
} from '#server/identity/factors/test/factors.ts';
import { registerOwner, testApplication } from '#server/test/application.ts';
import { createEncryption, type Encryption } from './encryption.ts';
import { storedSecrets, type SecretPurpose } from './secret-purposes.ts';
import { checkStoredSecrets, describeSecrets } from './stored-secrets.ts';

/** Tests the id and the rotation of the encryption key (R-OPR-18, R-OPR-19). */
const productKey = randomBytes(24).toString('base64url');
const product = await testApplication({ INSTANCES: '1', ENCRYPTION_KEY: productKey });
const { owner } = product.open;
const encryptionOf = (...keys: string[]) =>
  createEncryption({ encryptionKey: keys.join(','), dataDir: '' });
const newKey = () => randomBytes(24).toString('base64url');

type Kind = { purpose: SecretPurpose; table: string; column: string; owner: string };
const kinds: Kind[] = Object.entries(storedSecrets).flatMap(([purpose, { columns, ...place }]) =>
  columns.map((column) => ({ ...place, purpose: purpose as SecretPurpose, column })),
);

/** Other columns of type bytea: hashes, public keys, and what a sign-in keeps encrypted for minutes. */
const notEncrypted = [
  'audit_digests.hash',
  'billing_operations.requested_by',
  'passkeys.credential_id',
  'passkeys.public_key',
  'recovery_codes.salt',
  'remembered_devices.device',
  'sessions.device',
  'sessions.network',
  'sso_requests.identity',
  'sso_requests.response',
];

/** Inserts a row that has nothing but its secret: constraints and triggers are off for it. */
const plant = async (encryption: Encryption, { purpose, table, column, owner: by }: Kind) => {
  const of = randomUUID();
  const secret = await encryption.encrypt({ purpose, of }, 'the secret');
  const { rows } = await owner.query<{ name: string; type: string }>(
    `select attname as name, atttypid::regtype::text as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and attnotnull and not atthasdef and attgenerated = ''
       and attname not in ($2, $3)`,
    [table, column, by],
  );
  const fillers: Record<string, string> = {
    uuid: `gen_random_uuid()`,
    bytea: `'\\x00'`,
    jsonb: `'[]'`,
    'timestamp with time zone': 'now()',
    boolean: 'false',
    integer: '1',
    'text[]': `'{}'`,
  };
  const names = [by, column, ...rows.map(({ name }) => `"${name}"`)];
  const filler = (field: string, type: string) =>
    field === 'protocol' ? `'oidc'` : (fillers[type] ?? `'draft'`);
  const values = ['$1', '$2', ...rows.map(({ name, type }) => filler(name, type))];
  const client = await owner.connect();
  try {
    await client.query(`begin; set local session_replication_role = replica`);
    await client.query(`insert into ${table} (${names.join(', ')}) values (${values.join(', ')})`, [
      of,
      secret,
    ]);
    await client.query('commit');
  } finally {
    client.release(true);
  }
  onTestFinished(() => void owner.query(`delete from ${table} where ${by} = $1`, [of]));
  return async (by_: Encryption) => {
    const stored = await owner.query<{ secret: Buffer }>(
      `select ${column} as secret from ${table} where ${by} = $1`,
      [of],
    );
    return by_.decrypt({ purpose, of }, stored.rows[0]?.secret ?? Buffer.alloc(0));
  };
};

describe('Rotation of the encryption key', () => {
  const cases = kinds.map((kind) => [`${kind.table}.${kind.column}`, kind] as const);
  test.each(cases)('encrypts %s again with the first key (R-OPR-19)', async (_, kind) => {
    const [old, fresh] = [newKey(), newKey()];
    const read = await plant(encryptionOf(old), kind);
    await expect(read(encryptionOf(fresh, old))).resolves.toBe('the secret');
    const rotating = encryptionOf(fresh, old);
    expect(await checkStoredSecrets(owner, rotating)).toMatchObject({ renewed: 1 });
    expect(await checkStoredSecrets(owner, rotating)).toMatchObject({ renewed: 0 });
    await expect(read(encryptionOf(fresh))).resolves.toBe('the secret');
    await expect(read(encryptionOf(old))).rejects.toMatchObject({ name: 'SecretUnreadable' });
  });

  test('is no change by a person: the log and the granter of access stay (R-OPR-19)', async () => {
    const person = await registerOwner(product);
    const url = 'https://example.com/hook';
    await person.api.webhooks.create({
      body: { url, description: '', events: ['transaction.created'] },
    });
    onTestFinished(async () => {
      await owner.query('delete from webhook_endpoints where url = $1', [url]);
    });
    const stateOf = async () => {
      const { rows } = await owner.query(
        `select signing_key, granted_by, granted_at, (select count(*) from audit_log) as entries
         from webhook_endpoints where url = $1`,
        [url],
      );
      return rows[0] as Record<string, unknown>;
    };
    const { signing_key: key, ...before } = await stateOf();
    const rotating = encryptionOf(newKey(), productKey);
    expect(await checkStoredSecrets(owner, rotating)).toMatchObject({ unreadable: {} });
    const { signing_key: renewed, ...after } = await stateOf();
    expect(renewed).not.toEqual(key);
    expect(after).toEqual(before);
    expect(before['granted_by']).not.toBeNull();
    const { rows } = await owner.query<{ off: string }>(
      `select tgrelid::regclass::text as off from pg_trigger where tgenabled = 'D'`,
    );
    expect(rows).toEqual([]);
  });

  test('knows every encrypted column: the others of type bytea are hashes or public (R-OPR-19)', async () => {
    const { rows } = await owner.query<{ column: string }>(`
      select relname || '.' || attname as column from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace = 'public'::regnamespace and relkind = 'r' and atttypid = 'bytea'::regtype
        and attnum > 0 and not attisdropped and attname !~ '_hash$' order by 1`);
    const known = kinds.map(({ table, column }) => `${table}.${column}`);
    expect(rows.map(({ column }) => column).filter((column) => !known.includes(column))).toEqual(
      notEncrypted,
    );
  });

  test('takes a comma for a part of a key whose parts are too short', async () => {
    const key = `${'a'.repeat(20)},${'b'.repeat(20)}`;
    expect(createEncryption({ encryptionKey: key, dataDir: '' }).isRotating).toBe(false);
  });
});

describe('Another encryption key', () => {
  test('is found at the start, which counts the secrets that need the former one (R-OPR-18)', async () => {
    const [lost, found] = [encryptionOf(newKey()), encryptionOf(newKey())];
    await checkStoredSecrets(owner, lost);
    const [kind] = kinds;
    if (!kind) throw new Error('no kind');
    await plant(lost, kind);
    const [line = ''] = describeSecrets(await checkStoredSecrets(owner, found), found);
    expect(line).toMatch(/^1 stored secrets were encrypted with another key than ENCRYPTION_KEY/);
    expect(line).toContain('DATA_DIR/encryption-key');
    await owner.query(`delete from ${kind.table}`);
    expect(describeSecrets(await checkStoredSecrets(owner, found), found)).toEqual([]);
  });

  test('refuses codes of authenticator apps and names another way (R-OPR-18)', async () => {
    const person = await enrolledOwner(product);
    const challenge = await challengeOf(product, person.user.email);
    const { context } = product;
    const { encryption } = context;
    context.encryption = encryptionOf(newKey());
    onTestFinished(() => void (context.encryption = encryption));
    const code = totpCode(person.secret);
    const body = { challenge, method: 'totp', code } as const;
    const refusal = await refusalOf(product.anyone.factors.completeSignIn({ body }));
    expect([refusal.code, refusal.status]).toEqual(['factors.methodUnavailable', 400]);
  });
});
