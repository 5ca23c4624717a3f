import { gzipSync } from 'node:zlib';
import { locales } from '#locales/locales.ts';
import { asBrowser, requestBytes } from '#tools/kit/http.ts';
import type { Headers } from '#tools/kit/organizations.ts';

/** Recorded replies of the product as sent over HTTP, by path; bodies in base64. */
type Recordings = Record<string, { headers: Record<string, string>; body: string }>;

/** Settings with which the ceilings do the same work as the product. */
export type CeilingSettings = {
  databaseUrl: string;
  recorded: Recordings;
};

/** Measured public pages in every language, which a cookie selects. */
export const publicPages = ['/product', '/pricing', '/privacy', '/blog'].flatMap((path) =>
  locales.map((locale) => ({ path, locale, headers: { cookie: `locale=${locale}` } })),
);

/** Records the replies that the ceilings send: public pages and a bare page. */
export async function recordReplies(origin: string): Promise<Recordings> {
  const replies = [
    ...['/product', '/pricing'].map((path) => record(origin, { path })),
    ...publicPages.map((page) => record(origin, page)),
  ];
  const recorded = [...(await Promise.all(replies)), ...(await recordBare(origin, '/product'))];
  return Object.fromEntries(recorded);
}

type Recorded = { path: string; locale?: string; headers?: Headers };

async function record(origin: string, { path, locale, headers: own }: Recorded) {
  const sent = { headers: { ...asBrowser, ...own } };
  const { status, headers, body } = await requestBytes(`${origin}${path}`, sent);
  if (status !== 200) throw new Error(`${path} answered ${status}`);
  const kept = ['content-type', 'content-encoding'].flatMap((name) =>
    headers[name] ? [[name, String(headers[name])]] : [],
  );
  const name = locale ? `/${locale}${path}` : path;
  return [name, { headers: Object.fromEntries(kept), body: body.toString('base64') }] as const;
}

/** Records a page without its script and pictures, with its styles and fonts. */
async function recordBare(origin: string, path: string) {
  const page = (await (await fetch(`${origin}${path}`)).text())
    .replaceAll(/<(script|picture)\b.*?<\/\1>/gs, '')
    .replaceAll(/<(img\b|link\b[^>]*modulepreload)[^>]*>/g, '');
  const assets = new Set(page.match(/\/assets\/[\w.-]+\.(css|woff2)/g) ?? []);
  const parts = await Promise.all([...assets].map((path) => record(origin, { path })));
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip' };
  const body = gzipSync(page).toString('base64');
  return [...parts, [`/bare${path}`, { headers, body }] as const];
}
