/** The product without its pages, in a process of its own: for proofs, which kill it. */
import { ensureOperator } from '#server/accounts/service/operator.ts';
import { createProduct } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { connectDatabase } from '#server/database/open.ts';

/** What it is told. */
export interface Orders {
  ownerUrl: string;
  /** Settings beside those of every proof. */
  settings: Record<string, string>;
  /** The database may lose what it confirmed: to see that the proof would see it. */
  mayLose: boolean;
}

const { ownerUrl, settings, mayLose } = JSON.parse(process.argv[2] ?? '{}') as Orders;
const open = await connectDatabase(ownerUrl, { mayLose });
let origin = '';
const { app, house, catchUpSoon } = await createProduct(readConfig(settings), open, () => origin);
origin = await app.listen({ host: '127.0.0.1', port: 0 });
await ensureOperator(house);
await catchUpSoon();
process.send?.(origin);
