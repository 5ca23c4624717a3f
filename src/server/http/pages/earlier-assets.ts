import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';

/** Days for which the assets of a build stay after it was last served. */
const keptDays = 30;
const dayMs = 24 * 60 * 60 * 1_000;

/**
 * Copies the assets of the current build to a folder that survives deployments, where pages of earlier
 * builds find the rest of their code (R-APP-15). Repeats daily, so that the age of a file counts from the
 * day it was last current; older files are deleted. A failure is only logged: the current pages work.
 */
export const keepAssets = async (app: FastifyInstance, assets: string, kept: string) => {
  await mkdir(kept, { recursive: true });
  const keep = async () => {
    const now = new Date();
    for (const name of await readdir(assets)) {
      await keepFile(join(assets, name), join(kept, name), now);
    }
    for (const name of await readdir(kept)) await removeIfOld(join(kept, name), now);
  };
  const keepOrLog = () =>
    keep().catch((err: unknown) => app.log.warn({ err }, 'copying assets failed'));
  const first = keepOrLog();
  const daily = setInterval(() => void keepOrLog(), dayMs).unref();
  app.addHook('onClose', async () => {
    clearInterval(daily);
    await first;
  });
};

/** Names contain a hash of the content, so an existing file is the same. */
const keepFile = async (from: string, to: string, now: Date) => {
  try {
    await utimes(to, now, now);
  } catch {
    // Atomic: another process may serve the file meanwhile, or keep it too, in containers with the same process id.
    const draft = `${to}.${randomUUID()}`;
    await copyFile(from, draft);
    await rename(draft, to);
  }
};

const removeIfOld = async (path: string, now: Date) => {
  const file = await stat(path).catch(() => null);
  if (file && now.getTime() - file.mtimeMs > keptDays * dayMs) await rm(path, { force: true });
};
