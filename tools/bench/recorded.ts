import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Client } from 'pg';
import { FileType } from '#contract/resources.ts';
import { locales } from '#locales/locales.ts';
import { readWebhookSecret } from '#sandbox/stripe/events/deliveries.ts';
import { callerAt } from '#tools/caller.ts';
import type { Account, Headers } from './accounts.ts';
import type { Told } from './ceilings/told.ts';
import type { Place } from './place.ts';
import { ask, type Server } from './servers.ts';

/** Measured public pages in every language, which a cookie selects. */
export const publicPages = ['/product', '/pricing', '/privacy', '/blog'].flatMap((path) =>
  locales.map((locale) => ({ path, locale, headers: { cookie: `locale=${locale}` } })),
);

/** First requests of the app after sign-in. */
export const calls = {
  self: '/api/User/GetCurrent',
  subscription: '/api/SubscriptionManager/GetCurrentSubscription',
};

const megabyte = `${'0123456789abcde'.repeat(68)}\n`.repeat(1024);

/** Creates a resource with a file of about a megabyte as the operator; returns its id. */
export async function offerFile(origin: string, asOperator: Headers): Promise<string> {
  const api = callerAt(origin, asOperator);
  const { id } = await api.resources.create({ body: { title: 'Measured', type: FileType.Txt } });
  const body = new FormData();
  body.set('file', new Blob([megabyte]), 'measured.txt');
  const { authorization = '' } = asOperator;
  const url = `${origin}/api/Resource/Upload/${id}`;
  const { status } = await fetch(url, { method: 'POST', headers: { authorization }, body });
  if (status !== 200) throw new Error(`The upload was answered ${status}`);
  return id;
}

/** Returns the settings with which the ceilings do the same work as the product. */
export async function whatToTell(
  { origin }: Server,
  { ownerUrl, folder }: Place,
  { headers }: Account,
): Promise<Told> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ file: string }>(
      'select file from resources where file is not null',
    );
    const replies = [
      ...['/product', '/pricing'].map((path) => record(origin, { path })),
      ...publicPages.map((page) => record(origin, page)),
      ...Object.values(calls).map((path) => record(origin, { path, headers })),
    ];
    const recorded = [...(await Promise.all(replies)), ...(await bare(origin, '/product'))];
    return {
      databaseUrl: ownerUrl,
      recorded: Object.fromEntries(recorded),
      file: join(folder, 'product/files', rows[0]?.file ?? ''),
      secret: await readWebhookSecret(client),
    };
  } finally {
    await client.end();
  }
}

type Recording = { path: string; locale?: string; headers?: Headers };

/** Records a reply as sent over HTTP. */
async function record(origin: string, { path, locale, headers: as = {} }: Recording) {
  const { status, headers, body } = await ask(`${origin}${path}`, as);
  if (status !== 200) throw new Error(`${path} answered ${status}`);
  const kept = ['content-type', 'content-encoding'].flatMap((name) =>
    headers[name] ? [[name, String(headers[name])]] : [],
  );
  const kind = locale ? `/${locale}${path}` : path;
  return [kind, { headers: Object.fromEntries(kept), body: body.toString('base64') }] as const;
}

/** Returns a page without its script and pictures, with styles and fonts. */
async function bare(origin: string, path: string) {
  const { body } = await ask(`${origin}${path}`, { 'accept-encoding': 'identity' });
  const page = body
    .toString()
    .replaceAll(/<(script|picture)\b.*?<\/\1>/gs, '')
    .replaceAll(/<(img\b|link\b[^>]*modulepreload)[^>]*>/g, '');
  const parts = await Promise.all(assetsIn(page).map((path) => record(origin, { path })));
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip' };
  const bytes = gzipSync(page).toString('base64');
  return [...parts, [`/bare${path}`, { headers, body: bytes }] as const];
}

const assetsIn = (page: string) => [
  ...new Set(page.match(/\/assets\/[\w.-]+\.(css|woff2)/g) ?? []),
];
