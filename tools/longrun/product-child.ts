/** Serves the API without the pages in a process of its own that reports its metrics. See product.ts. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { createApplication } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { openDatabase } from '#server/database/open.ts';

const config = readConfig(process.env);
const open = await openDatabase({ dataDir: config.dataDir });
let origin = '';
const product = await createApplication(config, open, () => origin);
origin = await product.app.listen({ host: '127.0.0.1', port: 0 });

const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
const connections = promisify(product.app.server.getConnections.bind(product.app.server));
process.on('message', async () => {
  const memory = process.memoryUsage.rss() / 1024 / 1024;
  process.send?.({ memory, delay: delay.max / 1e6, connections: await connections() });
  delay.reset();
});
process.on('SIGTERM', () => {
  void product
    .close()
    .then(() => open.close())
    .then(() => process.exit(0));
});
process.send?.({ origin, ownerUrl: open.ownerUrl });
