import { expect, test } from 'vitest';
import { browserOf } from './browser-name.ts';

const like = 'Mozilla/5.0';
const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [
    `${like} (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0 Safari/537.36`,
    'Chrome',
    'Windows',
  ],
  [`${like} (Windows NT 10.0) ${webkit} Chrome/140.0 Safari/537.36 Edg/140.0`, 'Edge', 'Windows'],
  [`${like} (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0`, 'Firefox', 'Linux'],
  [
    `${like} (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/18.0 Safari/605`,
    'Safari',
    'macOS',
  ],
  [
    `${like} (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webkit} CriOS/140.0 Mobile Safari/604`,
    'Chrome',
    'iOS',
  ],
  [
    `${like} (Linux; Android 16) ${webkit} SamsungBrowser/28 Chrome/130 Mobile Safari/537.36`,
    'Samsung Internet',
    'Android',
  ],
  ['curl/8.5.0', null, null],
  ['', null, null],
])('recognizes browser and system of a session: %s', (userAgent, browser, system) => {
  expect(browserOf(userAgent)).toMatchObject({ browser, system });
});

test('distinguishes phones and tablets from computers', () => {
  expect(browserOf(`${like} (Linux; Android 16) Chrome/140 Mobile Safari/537.36`).isPhone).toBe(
    true,
  );
  expect(browserOf(`${like} (X11; Linux x86_64) Chrome/140 Safari/537.36`).isPhone).toBe(false);
});
