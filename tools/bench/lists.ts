import { join } from 'node:path';
import { Client } from 'pg';
import { callerAt } from '#tools/caller.ts';
import { stop } from './children.ts';
import { fill, register } from './seed.ts';
import { asBrowser, operator, startProduct, type Server } from './servers.ts';

type Headers = Record<string, string>;

/** An instance with ten organizations, and the operator of both. */
export interface Lists {
  few: Server;
  asOperator: { many: Headers; few: Headers };
}

interface Place {
  ownerUrl: string;
  folder: string;
  many: Server;
}

/** Starts the small instance beside the large one; it ends with the stack. */
export async function openLists(
  stack: AsyncDisposableStack,
  { ownerUrl, folder, many }: Place,
): Promise<Lists> {
  const admin = new Client({ connectionString: ownerUrl });
  await admin.connect();
  await admin.query('create database few');
  await admin.end();
  const fewUrl = new URL(ownerUrl);
  fewUrl.pathname = '/few';
  const few = await startProduct(fewUrl.href, join(folder, 'few'));
  stack.defer(() => stop(few.child));
  const measured = await register(few.origin, 'Measured');
  const stranger = await register(few.origin, 'Stranger');
  await fill(fewUrl.href, { measured, stranger, size: 'small' });
  const [asMany, asFew] = [await signIn(many.origin), await signIn(few.origin)];
  return { few, asOperator: { many: asMany, few: asFew } };
}

const signIn = async (origin: string): Promise<Headers> => {
  const { token } = await callerAt(origin).accounts.login({ body: operator });
  return { ...asBrowser, authorization: `Bearer ${token}` };
};
