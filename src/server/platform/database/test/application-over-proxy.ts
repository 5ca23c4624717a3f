import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { createApplication } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { connectDatabase } from '#server/platform/database/open.ts';
import { registerOwner } from '#server/test/application.ts';
import { repetitions } from '#tools/kit/seed.ts';
import { testDatabase } from './database.ts';
import { openProxy, type TrafficListener } from './proxy.ts';

type ProxyOptions = {
  /** Milliseconds until a silent connection is given up. */
  silence?: number;
  hear?: TrafficListener;
};

/**
 * Starts the product over a proxy that can break its connections to the database, with a signed-in owner;
 * `direct` reaches the database without the proxy.
 */
export async function applicationOverProxy({ silence = 1_000, hear }: ProxyOptions = {}) {
  const direct = await testDatabase();
  const proxy = await openProxy(direct.ownerUrl, hear);
  const over = await connectDatabase(`${proxy.url}?query_timeout=${silence}`, {
    allowDataLoss: true,
  });
  const dataDir = await mkdtemp(join(tmpdir(), 'pregao-'));
  const config = readConfig({
    LOG_LEVEL: 'silent',
    // Long runs exceed the rate limits.
    RATE_LIMITS: repetitions(0, 1) ? 'off' : 'on',
    DATA_DIR: dataDir,
  });
  const product = await createApplication(config, over, () => 'http://pregao.test');
  afterAll(async () => {
    proxy.setState('well');
    await product.close();
    await over.close();
    await proxy.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const open = { ...over.database, ...over };
  const application = { ...product, open, anyone: product.callerOf({}) };
  return { ...application, direct, proxy, over, owner: await registerOwner(application) };
}
