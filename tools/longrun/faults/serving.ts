/** Serves the API without the pages in a process of its own, which proofs kill. */
import { ensureOperator } from '#server/accounts/service/operator.ts';
import { createApplication } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { connectDatabase } from '#server/database/open.ts';

/** Settings of the process. */
export interface Orders {
  ownerUrl: string;
  /** Settings in addition to those of every proof. */
  settings: Record<string, string>;
  /** Allows a database that may lose commits, for the control of a proof. */
  mayLose: boolean;
}

const { ownerUrl, settings, mayLose } = JSON.parse(process.argv[2] ?? '{}') as Orders;
const open = await connectDatabase(ownerUrl, { allowDataLoss: mayLose });
let origin = '';
const {
  app,
  context,
  queueReconciliation: catchUpSoon,
} = await createApplication(readConfig(settings), open, () => origin);
origin = await app.listen({ host: '127.0.0.1', port: 0 });
await ensureOperator(context);
await catchUpSoon();
process.send?.(origin);
