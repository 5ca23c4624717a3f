import { createApplication } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { connectDatabase } from '#server/platform/database/open.ts';

// Process that serves the product on a database; tests start and kill it.
const [, , ownerUrl = '', dataDir] = process.argv;
const open = await connectDatabase(ownerUrl, { allowDataLoss: true });
const settings = { DATA_DIR: dataDir, LOG_LEVEL: 'silent', RATE_LIMITS: 'off' };
const { app } = await createApplication(readConfig(settings), open, () => 'http://pregao.test');
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`);
