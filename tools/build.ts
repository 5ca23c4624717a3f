/** Builds the product into `build/`, unless the sources have not changed since the last build. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, written } from './files.ts';
import { run } from './run.ts';

// In a folder that every build empties first: an interrupted build leaves no stamp behind.
const stamp = join(root, 'build/server/sources.sha256');

const isSource = (path: string) =>
  (/^(src|packages\/stripe-sandbox)\//.test(path) && !/\.test\.tsx?$|\/test\//.test(path)) ||
  /^(vite|react-router)\.config\.ts$|^tools\/(own-scripts|pictures|reference|server-build)\.ts$|^(package|package-lock|tsconfig.*)\.json$/.test(
    path,
  );

const sources = createHash('sha256');
for (const path of written().filter(isSource)) {
  sources.update(`${path}\0`).update(readFileSync(join(root, path)));
}
const digest = sources.digest('hex');

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== digest) {
  const start = Date.now();
  const { ok, output } = await run('react-router', ['build'], { env: { NODE_ENV: 'production' } });
  if (!ok) {
    process.stderr.write(output);
    process.exit(1);
  }
  writeFileSync(stamp, digest);
  console.log(`Built the product in ${((Date.now() - start) / 1000).toFixed(1)} s.`);
}
