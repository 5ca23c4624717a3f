import { join } from 'node:path';
import { Client } from 'pg';
import { enterAsOperator, register, type Account, type Headers } from './accounts.ts';
import { stop } from './children.ts';
import type { Place } from './place.ts';
import { fill } from './seed.ts';
import { startProduct, type Server } from './servers.ts';

/** Instance with ten organizations; its measured one equals that of the large instance. */
export interface Few {
  server: Server;
  measured: Account;
  asOperator: Headers;
}

/** Starts the small instance next to the large one; closed with the stack. */
export async function openFew(
  stack: AsyncDisposableStack,
  { ownerUrl, folder }: Place,
): Promise<Few> {
  const admin = new Client({ connectionString: ownerUrl });
  await admin.connect();
  await admin.query('create database few');
  await admin.end();
  const fewUrl = new URL(ownerUrl);
  fewUrl.pathname = '/few';
  const settings = { DATABASE_URL: fewUrl.href, DATA_DIR: join(folder, 'few') };
  const server = await startProduct(settings);
  stack.defer(() => stop(server.child));
  const measured = await register(server.origin, 'Measured');
  const stranger = await register(server.origin, 'Stranger');
  await fill(fewUrl.href, { measured, stranger, size: 'small' });
  return { server, measured, asOperator: await enterAsOperator(server.origin) };
}
