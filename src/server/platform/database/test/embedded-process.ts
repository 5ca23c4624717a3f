/** Runs the embedded PostgreSQL on a data directory until a message arrives; a child process of tests. */
import { startEmbedded } from '#server/platform/database/lifecycle/embedded.ts';

const [dataDir = ''] = process.argv.slice(2);
const tell = (message: object): unknown => process.send?.(message);

try {
  const embedded = await startEmbedded({
    dataDir,
    report: (message) => void tell({ report: message }),
  });
  tell({ url: embedded.ownerUrl });
  process.once('message', () => void embedded.stop().then(() => process.exit()));
} catch (error) {
  tell({ failure: (error as Error).message });
  process.exitCode = 1;
}
