import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { defaultLocale, isLocale, locales, type Locale } from '#locales/locales.ts';
import { isLoopback } from '#server/config.ts';

const localeCookie = /(?:^|;\s*)locale=([^;]*)/;

type Requested = Pick<FastifyRequest, 'headers'>;

function chosenLocale({ headers }: Requested): Locale | null {
  const chosen = headers.cookie?.match(localeCookie)?.[1] ?? null;
  return isLocale(chosen) ? chosen : null;
}

/** Returns the language of a locale without its country: `pt`. */
const languageOf = (locale: Locale) => locale.slice(0, 2);

/** Returns the first supported locale of `Accept-Language`, whatever its country; null without one. */
function acceptedLocale({ headers }: Requested): Locale | null {
  if (headers['accept-language'] === undefined) return null;
  const accepted = new Negotiator({ headers }).language(locales.map(languageOf));
  return locales.find((locale) => languageOf(locale) === accepted) ?? null;
}

/** Returns the language that a visitor has chosen, or the browser's; null if the request, such as a program's, names none. */
export const statedLocaleOf = (request: Requested) =>
  chosenLocale(request) ?? acceptedLocale(request);

/** Returns the visitor's language, otherwise pt-BR (R-APP-08). */
export const localeOf = (request: Requested): Locale => statedLocaleOf(request) ?? defaultLocale;

/**
 * Returns the cookies of a request for a page. The browser's language is added as if it had been chosen, so
 * that only a choice is stored in the browser; at an organization's own address, its language is `preferred`.
 */
export function pageCookiesOf(request: Requested, preferred?: Locale) {
  const { cookie = '' } = request.headers;
  const locale = chosenLocale(request) === null && (preferred ?? acceptedLocale(request));
  return locale ? `locale=${locale}; ${cookie}` : cookie;
}

const deviceCookie = /(?:^|;\s*)device=([\w-]{43})(?:;|$)/;
const deviceDays = 90;

/**
 * Returns the browser's random device token, or null. It grants no access: on a device from which an
 * account signed in, wrong guesses by others don't block it (decisions/0028, R-ACC-23).
 */
export const deviceTokenOf = ({ headers }: Pick<FastifyRequest, 'headers'>) =>
  headers.cookie?.match(deviceCookie)?.[1] ?? null;

/** Generates a device token. */
export const createDeviceToken = () => randomBytes(32).toString('base64url');

/** Returns the `Set-Cookie` of a device token, which scripts and other sites can't read. */
export const deviceCookieHeader = (device: string, isSecure: boolean) =>
  `device=${device}; Path=/api; Max-Age=${deviceDays * 86_400}; HttpOnly; SameSite=Strict${
    isSecure ? '; Secure' : ''
  }`;

/**
 * Returns the network of a request, as assigned to one customer: an IPv4 address, or an IPv6 /64. All
 * zeros once the client has disconnected, when the socket has no address any more.
 */
export function networkOf({ ip = '' }: { ip?: string | undefined }): string {
  const v4 = ip.match(/^(?:::ffff:)?(\d+(?:\.\d+){3})(?::\d+)?$/i)?.[1];
  if (v4) return v4;
  const [before = '', after] = ip.split('::');
  const [left, right] = [before, after ?? ''].map((part) => part.split(':').filter(Boolean));
  const missing = Math.max(0, 8 - (left?.length ?? 0) - (right?.length ?? 0));
  const groups = [...(left ?? []), ...Array<string>(missing).fill('0'), ...(right ?? [])];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/**
 * Returns true if a request comes from this machine under a loopback name: not through a proxy that
 * declares itself, and not from a page of another site by DNS rebinding. A proxy may be silent, so this
 * proves nothing where others can reach the server (`isReachable`).
 */
export const isLocalRequest = ({ ip, hostname, headers }: FastifyRequest) =>
  isLoopback(ip.replace(/^::ffff:/, '')) &&
  isLoopback(hostname) &&
  headers['x-forwarded-for'] === undefined &&
  headers.forwarded === undefined;
