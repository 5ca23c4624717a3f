/**
 * Installs and starts a fresh copy with the oldest Node.js of each supported line and the newest, each with an npm of
 * its time, after those just below were refused by `npm ci` itself.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '#tools/files.ts';

const refused = ['!20.18.1/10.8.2', '!22.11.0/10.9.0'];
const accepted = ['20.19.0/10.8.2', '22.12.0/10.9.0', '24.0.0/11.3.0', '26.10.0/12.2.0'];

for (const versions of [...refused, ...accepted]) {
  const { status } = spawnSync(join(root, '.ci/install'), [versions], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
