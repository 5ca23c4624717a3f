import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { chromiumPath } from './browser.ts';

afterEach(() => vi.unstubAllEnvs());

test('prefers CHROMIUM_PATH to any other browser', async () => {
  vi.stubEnv('CHROMIUM_PATH', process.execPath);
  expect(await chromiumPath()).toMatchObject({ executablePath: process.execPath });
});

test('fails for a CHROMIUM_PATH that is not a file instead of using another browser', async () => {
  vi.stubEnv('CHROMIUM_PATH', '/nowhere/chromium');
  await expect(chromiumPath()).rejects.toThrow('CHROMIUM_PATH is not a file');
});

test.runIf(process.platform === 'linux' && process.arch === 'x64')(
  'takes the Chromium from npm where another one is installed',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pregao-browser-'));
    const other = join(folder, 'chromium');
    writeFileSync(other, '#!/bin/sh\n');
    chmodSync(other, 0o755);
    vi.stubEnv('CHROMIUM_PATH', undefined);
    vi.stubEnv('PATH', `${folder}:${process.env['PATH']}`);
    const { executablePath } = await chromiumPath();
    expect(executablePath).toMatch(/pregao-chromium-[\d.]+-\d+\/chromium$/);
    rmSync(folder, { recursive: true });
  },
);
