import { afterEach, expect, test, vi } from 'vitest';
import { chromiumPath } from './browser.ts';

afterEach(() => vi.unstubAllEnvs());

test('CHROMIUM_PATH comes before everything else', async () => {
  vi.stubEnv('CHROMIUM_PATH', process.execPath);
  expect(await chromiumPath()).toMatchObject({ executablePath: process.execPath });
});

test('a CHROMIUM_PATH that names no file fails instead of taking another browser', async () => {
  vi.stubEnv('CHROMIUM_PATH', '/nowhere/chromium');
  await expect(chromiumPath()).rejects.toThrow('CHROMIUM_PATH names no file');
});
