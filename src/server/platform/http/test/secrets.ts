import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, vi } from 'vitest';
import { createApplication } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { ensureOperator } from '#server/identity/accounts/service/operator.ts';
import { startEmbedded } from '#server/platform/database/lifecycle/embedded.ts';
import { connectDatabase } from '#server/platform/database/open.ts';
import type { TestApplication } from '#server/test/application.ts';

/** Registry of all secrets of a run, by kind. */
export class SecretRegistry {
  readonly #known = new Map<string, string>();

  /** Generates a unique secret of this kind. */
  make = (kind: string) => this.keep(kind, `secret-${randomBytes(15).toString('base64url')}`);

  /** Registers a secret that the product generated. */
  keep = (kind: string, secret: string) => {
    if (secret.length < 12) throw new Error(`${kind} is too short to search for: ${secret}`);
    this.#known.set(secret, kind);
    return secret;
  };

  /** Returns the kinds of secrets in a text: verbatim, URL-encoded or in hexadecimal. */
  within = (text: string, but: readonly string[] = []) => {
    const has = (secret: string) => {
      const bytes = Buffer.from(secret);
      const forms = [secret, encodeURIComponent(secret), bytes.toString('hex')];
      return forms.some((form) => text.includes(form));
    };
    const found = [...this.#known].filter(([secret, kind]) => !but.includes(kind) && has(secret));
    return [...new Set(found.map(([, kind]) => kind))];
  };

  get count() {
    return this.#known.size;
  }
}

type Row = { place: string; text: string };

/** Product with debug logging, on a PostgreSQL server that logs failed statements. */
export type LoggedApplication = TestApplication & {
  /** Starts another process on the same database with these settings; the caller closes it. */
  afterwards: (variables: Record<string, string>) => Promise<TestApplication>;
  /** Returns all logs: of the product, of standard output and error, of PostgreSQL. */
  logs: () => Promise<Record<string, string>>;
  /** Returns all columns of all rows except the sandbox's, which represent an external service. */
  rows: () => Promise<Row[]>;
};

/** Starts such a product for the tests of one file. */
export async function loggedApplication(
  variables: Record<string, string>,
): Promise<LoggedApplication> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pregao-secrets-'));
  const usual = { log_min_messages: 'warning', log_min_error_statement: 'error', fsync: 'off' };
  const postgres = await startEmbedded({ dataDir, settings: usual });
  const { database, ...rest } = await connectDatabase(postgres.ownerUrl, { allowDataLoss: true });
  const said: string[] = [];
  const printed: string[] = [];
  const listen = (stream: NodeJS.WriteStream) => {
    const write = stream.write.bind(stream);
    vi.spyOn(stream, 'write').mockImplementation((...given) => {
      printed.push(String(given[0]));
      return write(...(given as [string]));
    });
  };
  listen(process.stdout);
  listen(process.stderr);
  const open = { ...database, ...rest };
  const start = async (more: Record<string, string>) => {
    const config = readConfig({
      LOG_LEVEL: 'debug',
      RATE_LIMITS: 'off',
      DATA_DIR: join(dataDir, randomUUID()),
      ...variables,
      ...more,
    });
    const logTo = { write: (line: string) => void said.push(line) };
    const product = await createApplication(
      { ...config, logTo },
      { ...rest, database },
      () => 'http://pregao.test',
    );
    return { ...product, open, anyone: product.callerOf({}) };
  };
  const product = await start({});
  let isOpen = true;
  const close = async () => {
    if (isOpen) await product.close();
    isOpen = false;
  };
  afterAll(async () => {
    await close();
    await rest.close();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  await ensureOperator(product.context);
  const logs = async () => ({
    product: said.join(''),
    process: printed.join(''),
    postgres: await readFile(join(dataDir, 'postgres.log'), 'utf8'),
  });
  return { ...product, close, afterwards: start, logs, rows: () => everyRow(rest.owner) };
}

/** Returns one text for each non-null column of each row. */
const everyRow = async (owner: TestApplication['open']['owner']) => {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema', 'sandbox')`,
  );
  const columns = tables.map(
    ({ name }) =>
      `select '${name}.' || said.field as place, said.value as text
       from ${name} as it, jsonb_each_text(to_jsonb(it)) as said (field, value)
       where said.value is not null`,
  );
  return (await owner.query<Row>(columns.join(' union all '))).rows;
};
