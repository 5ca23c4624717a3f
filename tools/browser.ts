import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { lstat, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { chromium, type LaunchOptions } from '@playwright/test';

/** Playwright's launch options for a Chromium. */
export type Browser = Required<Pick<LaunchOptions, 'executablePath' | 'args' | 'env'>>;

const args = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-quic',
  '--disable-component-update',
  '--disable-sync',
  '--disable-gpu',
  '--no-first-run',
];

/** True on the platform of the npm package. */
const fits = process.platform === 'linux' && process.arch === 'x64';

/**
 * Returns the Chromium of CHROMIUM_PATH, else the one of the npm package, so that journeys run in one
 * version everywhere; where that does not run, an installed one. Throws when there is none.
 */
export async function chromiumPath(): Promise<Browser> {
  const { env } = process;
  const installed = chosen() ?? (fits ? undefined : (playwrights() ?? systems()));
  if (installed) return { executablePath: installed, args, env };
  if (!fits) {
    throw new Error(
      'No Chromium found. Install Chromium or Google Chrome, run `npx playwright install chromium`, ' +
        'or set CHROMIUM_PATH to an executable.',
    );
  }
  const unpacked = await unpack();
  const libraries = [join(unpacked, 'lib'), env['LD_LIBRARY_PATH']].filter(Boolean).join(':');
  return {
    executablePath: join(unpacked, 'chromium'),
    args,
    env: { ...env, ...fonts(unpacked), LD_LIBRARY_PATH: libraries },
  };
}

function chosen(): string | undefined {
  const path = process.env['CHROMIUM_PATH'];
  if (path && !existsSync(path)) throw new Error(`CHROMIUM_PATH is not a file: ${path}`);
  return path || undefined;
}

function playwrights(): string | undefined {
  const path = chromium.executablePath();
  return existsSync(path) ? path : undefined;
}

function systems(): string | undefined {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return [
    ...folders.flatMap((folder) => names.map((name) => join(folder, name))),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ].find((path) => existsSync(path));
}

/**
 * Unpacks the Chromium of the npm package with its libraries and fonts, and returns its folder. The
 * folder appears complete or not at all, so that several processes may unpack concurrently.
 */
async function unpack(): Promise<string> {
  const bin = fileURLToPath(new URL('../bin', import.meta.resolve('@sparticuz/chromium')));
  const { version } = JSON.parse(readFileSync(join(bin, '../package.json'), 'utf8')) as {
    version: string;
  };
  const { uid } = userInfo();
  const folder = join(tmpdir(), `pregao-chromium-${version}-${uid}`);
  if (existsSync(folder)) {
    // The temporary directory is writable for all users: run only files of this user.
    if ((await lstat(folder)).uid !== uid) throw new Error(`${folder} belongs to another user.`);
    return folder;
  }
  const half = await mkdtemp(`${folder}.`);
  const inflate = (name: string) => brotliDecompressSync(readFileSync(join(bin, `${name}.br`)));
  await writeFile(join(half, 'chromium'), inflate('chromium'), { mode: 0o700 });
  for (const name of ['al2023.tar', 'fonts.tar', 'swiftshader.tar']) {
    execFileSync('tar', ['-x', '-C', half], { input: inflate(name) });
  }
  await writeFile(
    join(half, 'fonts.conf'),
    `<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/cache</cachedir></fontconfig>`,
  );
  await rename(half, folder).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    await rm(half, { recursive: true });
  });
  return folder;
}

/** Returns the font settings: the package's (Latin) font where the machine has none. */
function fonts(unpacked: string): Record<string, string> {
  if (existsSync('/etc/fonts/fonts.conf')) return {};
  return { FONTCONFIG_FILE: join(unpacked, 'fonts.conf') };
}
