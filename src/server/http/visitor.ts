import type { FastifyRequest } from 'fastify';
import { defaultLocale, isLocale, type Locale } from '#locales/locales.ts';

/** One cookie of a request as it was sent, or null. */
const cookieOf = (request: FastifyRequest, name: string) => {
  const found = request.headers.cookie?.match(new RegExp(`(?:^|;\\s*)${name}=([^;]*)`))?.[1];
  return found ?? null;
};

/** The visitor's language: the `locale` cookie, otherwise pt-BR. */
export const localeOf = (request: FastifyRequest): Locale => {
  const chosen = cookieOf(request, 'locale');
  return isLocale(chosen) ? chosen : defaultLocale;
};
