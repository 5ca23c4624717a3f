/** A product in miniature, for tests: runs PostgreSQL on a data directory until told to stop. */
import { startEmbedded } from './embedded.ts';

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
