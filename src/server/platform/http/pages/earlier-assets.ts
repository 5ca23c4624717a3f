import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';

/** Days for which the assets of a build stay after it was last served. */
const keptDays = 30;
const hourMs = 60 * 60 * 1_000;

/**
 * Copies the assets of the current build to a folder that survives deployments, where pages of earlier
 * builds find the rest of their code (R-APP-15), and deletes those that were last current 30 days ago. Each hour it
 * marks the current ones, not at start, which has other work. A failure is only logged: the current pages work.
 */
export async function keepAssets(app: FastifyInstance, assets: string, kept: string) {
  await mkdir(kept, { recursive: true });
  const keep = async () => {
    const [current, present] = [await readdir(assets), await readdir(kept)];
    const [ours, known] = [new Set(current), new Set(present)];
    for (const name of current) {
      if (!known.has(name)) await copyAsset(join(assets, name), join(kept, name));
    }
    for (const name of present) if (!ours.has(name)) await removeIfOld(join(kept, name));
  };
  const renew = async () => {
    await keep();
    const now = new Date();
    for (const name of await readdir(assets)) await utimes(join(kept, name), now, now);
  };
  const orLog = (work: Promise<void>) =>
    work.catch((err: unknown) => app.log.warn({ err }, 'copying assets failed'));
  const first = orLog(keep());
  const hourly = setInterval(() => void orLog(renew()), hourMs).unref();
  app.addHook('onClose', async () => {
    clearInterval(hourly);
    await first;
  });
}

/** Copies a file; its name contains a hash of the content, so an existing one is the same. */
async function copyAsset(from: string, to: string) {
  // Atomic: another process may serve the file meanwhile, or copy it too, in containers with the same process id.
  const draft = `${to}.${randomUUID()}`;
  await copyFile(from, draft);
  await rename(draft, to);
}

async function removeIfOld(path: string) {
  const file = await stat(path).catch(() => null);
  if (file && Date.now() - file.mtimeMs > keptDays * 24 * hourMs) await rm(path, { force: true });
}
