import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { defaultLocale, isLocale, type Locale } from '#locales/locales.ts';
import { isLoopback } from '#server/config.ts';

const localeCookie = /(?:^|;\s*)locale=([^;]*)/;

/** The visitor's language: the `locale` cookie, otherwise pt-BR. */
export const localeOf = (request: FastifyRequest): Locale => {
  const chosen = request.headers.cookie?.match(localeCookie)?.[1] ?? null;
  return isLocale(chosen) ? chosen : defaultLocale;
};

const deviceCookie = /(?:^|;\s*)device=([\w-]{43})(?:;|$)/;
const deviceDays = 90;

/**
 * The random token of the browser, null when it has none. It opens nothing: where its account was signed
 * in to, wrong guesses by others do not refuse it (decisions/0028).
 */
export const deviceOf = ({ headers }: Pick<FastifyRequest, 'headers'>) =>
  headers.cookie?.match(deviceCookie)?.[1] ?? null;

/** Makes a token for a browser that has none. */
export const newDevice = () => randomBytes(32).toString('base64url');

/** The `Set-Cookie` that keeps a device's token where no script and no other site reaches it. */
export const keepDevice = (device: string, isSecure: boolean) =>
  `device=${device}; Path=/api; Max-Age=${deviceDays * 86_400}; HttpOnly; SameSite=Strict${
    isSecure ? '; Secure' : ''
  }`;

/** Where a request comes from, as far as one customer has it: an IPv4 address, or an IPv6 /64. */
export const networkOf = ({ ip }: Pick<FastifyRequest, 'ip'>): string => {
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
};

/**
 * Whether a request comes from this machine under a loopback name: neither through a proxy that says
 * so, nor from a page of another site whose name was made to resolve here. A proxy may be silent, so
 * this proves nothing where others can reach the server (`isReachable`).
 */
export const isLocal = ({ ip, hostname, headers }: FastifyRequest) =>
  isLoopback(ip.replace(/^::ffff:/, '')) &&
  isLoopback(hostname) &&
  headers['x-forwarded-for'] === undefined &&
  headers.forwarded === undefined;
