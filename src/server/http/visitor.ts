import type { FastifyRequest } from 'fastify';
import { defaultLocale, isLocale, type Locale } from '#locales/locales.ts';

const localeCookie = /(?:^|;\s*)locale=([^;]*)/;

/** The visitor's language: the `locale` cookie, otherwise pt-BR. */
export const localeOf = (request: FastifyRequest): Locale => {
  const chosen = request.headers.cookie?.match(localeCookie)?.[1] ?? null;
  return isLocale(chosen) ? chosen : defaultLocale;
};

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

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/i;

/**
 * Somebody at this very machine. Not who came through a proxy on it, nor a page of another site whose
 * name was made to lead here.
 */
export const isHere = ({ ip, hostname, headers }: FastifyRequest) =>
  loopback.test(ip.replace(/^::ffff:/, '')) &&
  loopback.test(hostname) &&
  headers['x-forwarded-for'] === undefined &&
  headers.forwarded === undefined;
