import { join } from 'node:path';
import { FileType } from '#contract/resources.ts';
import { callerAt } from '#tools/caller.ts';
import { requestBytes } from '#tools/kit/http.ts';
import { registerOrganization, signIn } from '#tools/kit/organizations.ts';
import type { Headers, OwnerAccount } from '#tools/kit/organizations.ts';
import { stop } from '#tools/kit/processes.ts';
import { startDatabaseServer, startProcess, startProduct } from '#tools/kit/servers.ts';
import type { ServerProcess, TestPostgres } from '#tools/kit/servers.ts';
import { fillDatabase, type DataSet, type DataSize } from './data.ts';
import { recordReplies } from './recordings.ts';

/** Product on a filled database, with what its requests need. */
export interface FilledProduct {
  product: ServerProcess;
  settings: { DATABASE_URL: string; DATA_DIR: string };
  measured: OwnerAccount;
  stranger: OwnerAccount;
  asOperator: Headers;
  data: DataSet;
  /** Id of a resource with a file of about a megabyte. */
  resource: string;
}

/** Everything that runs during the bench. */
export interface BenchSetup extends FilledProduct {
  postgres: TestPostgres;
  size: DataSize;
  ceilings: ServerProcess;
  startCeilings: (stack: AsyncDisposableStack) => Promise<ServerProcess>;
  /** Signing secret of the provider's webhooks. */
  secret: string;
  /** Returns an instance with ten organizations, started on the first call; null if all are as small. */
  few: () => Promise<FilledProduct> | null;
  /** Reports the next step; may throw to abort. */
  progress: (step: string) => void;
}

const megabyte = `${'0123456789abcde'.repeat(68)}\n`.repeat(1024);

/** Creates a resource with a file as the operator; returns its id. */
async function createResource(origin: string, asOperator: Headers): Promise<string> {
  const api = callerAt(origin, asOperator);
  const { id } = await api.resources.create({ body: { title: 'Measured', type: FileType.Txt } });
  const body = new FormData();
  body.set('file', new Blob([megabyte]), 'measured.txt');
  const { authorization = '' } = asOperator;
  const url = `${origin}/api/Resource/Upload/${id}`;
  const { status } = await fetch(url, { method: 'POST', headers: { authorization }, body });
  if (status !== 200) throw new Error(`The upload was answered ${status}`);
  return id;
}

type Place = { DATABASE_URL: string; DATA_DIR: string };

/** Starts the product on an empty database, fills that and starts the product again. */
async function startFilled(
  stack: AsyncDisposableStack,
  settings: Place,
  size: DataSize,
): Promise<FilledProduct> {
  const first = await startProduct(stack, settings);
  const measured = await registerOrganization(first.origin, 'Measured');
  const stranger = await registerOrganization(first.origin, 'Stranger');
  const resource = await createResource(first.origin, await signIn(first.origin));
  await stop(first.child);
  const data = await fillDatabase(settings.DATABASE_URL, { measured, stranger, size });
  const product = await startProduct(stack, settings);
  const asOperator = await signIn(product.origin);
  return { product, settings, measured, stranger, asOperator, data, resource };
}

/** Starts everything in a temporary folder; closed with the stack. */
export async function prepareBench(
  stack: AsyncDisposableStack,
  size: DataSize,
  progress: BenchSetup['progress'],
): Promise<BenchSetup> {
  progress(`Starting PostgreSQL and the product, filling the database: ${size}`);
  const postgres = await startDatabaseServer(stack);
  const { ownerUrl, folder, pool } = postgres;
  const settings = { DATABASE_URL: ownerUrl, DATA_DIR: join(folder, 'product') };
  const filled = await startFilled(stack, settings, size);
  const { file, secret } = await recordReplies({ ...filled, ...postgres });
  const script = new URL('ceilings/main.ts', import.meta.url);
  const startCeilings = (own: AsyncDisposableStack) => startProcess(own, script, { args: [file] });
  const startFew = async () => {
    progress('Starting an instance with ten organizations');
    await pool.query('create database few');
    const DATABASE_URL = Object.assign(new URL(ownerUrl), { pathname: '/few' }).href;
    return startFilled(stack, { DATABASE_URL, DATA_DIR: join(folder, 'few') }, 'small');
  };
  let few: Promise<FilledProduct> | null = null;
  const setup = {
    ...filled,
    postgres,
    size,
    startCeilings,
    secret,
    progress,
    ceilings: await startCeilings(stack),
    few: () => (size === 'small' ? null : (few ??= startFew())),
  };
  await checkIsolation(setup);
  return setup;
}

/** Checks that each tenant's list has its own 20 rows and that no other caller gets them. */
async function checkIsolation({
  product: { origin },
  measured,
  stranger,
}: BenchSetup): Promise<void> {
  const list = async (headers: Headers) => {
    const url = `${origin}/api/Transaction/GetAll?limit=20`;
    const { status, body } = await requestBytes(url, {
      headers: { ...headers, 'accept-encoding': '' },
    });
    const rows = status === 200 ? (JSON.parse(body.toString()) as { description: string }[]) : [];
    return { status, owners: rows.map(({ description }) => description.split(' of ')[1]) };
  };
  for (const { headers, tenant } of [measured, stranger]) {
    const { owners } = await list(headers);
    if (owners.length !== 20 || owners.some((owner) => owner !== tenant)) {
      throw new Error(`The list of ${tenant} has rows of ${owners.join(', ') || 'no tenant'}`);
    }
  }
  const mixed = await list({ ...stranger.headers, 'x-tenant-key': measured.tenant });
  const anonymous = await list({});
  if (mixed.status !== 404 || anonymous.status !== 401) {
    throw new Error(`Others get ${mixed.status} and ${anonymous.status} for the list`);
  }
}
