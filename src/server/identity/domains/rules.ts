import { domainToASCII } from 'node:url';
import { domainGraceDays } from '#contract/sso/domains.ts';

/** Mail providers that give addresses to the public: only the provider controls their domains. */
const mailProviders = new Set(
  `126.com 163.com aim.com aol.com bol.com.br duck.com email.com fastmail.com fastmail.fm free.fr gmail.com gmx.at
  gmx.ch gmx.com gmx.de gmx.net googlemail.com hey.com hotmail.co.uk hotmail.com hotmail.com.br hotmail.es hotmail.fr
  hotmail.it hushmail.com icloud.com ig.com.br inbox.com keemail.me laposte.net libero.it live.com live.com.mx
  mac.com mail.com mail.ru mailinator.com me.com msn.com naver.com orange.fr outlook.com outlook.com.br outlook.es
  outlook.fr pm.me proton.me protonmail.ch protonmail.com qq.com r7.com rediffmail.com rocketmail.com sapo.pt
  terra.com.br tuta.com tuta.io tutanota.com uol.com.br web.de wp.pl yahoo.ca yahoo.co.in yahoo.co.jp yahoo.co.uk
  yahoo.com yahoo.com.br yahoo.com.mx yahoo.de yahoo.es yahoo.fr yahoo.in yahoo.it yandex.com yandex.ru ymail.com
  zoho.com zohomail.com`.split(/\s+/),
);

/**
 * Returns a domain in ASCII and lower case; null unless an organization can own it: not an address, a public suffix
 * (also a private one such as github.io), or a well-known mail provider (R-DOM-01).
 */
export async function ownableDomain(given: string): Promise<string | null> {
  const domain = domainToASCII(given.trim().replace(/\.$/, '')).toLowerCase();
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain) || domain.length > 253) return null;
  // The list of public suffixes is large.
  const { parse } = await import('tldts');
  const parsed = parse(domain, { allowPrivateDomains: true });
  const { domain: registered, isIcann, isPrivate, isIp } = parsed;
  if (isIp || registered === null || !(isIcann || isPrivate)) return null;
  return mailProviders.has(registered) ? null : domain;
}

/** Returns the TXT record that proves a domain. */
export const verificationRecord = ({ domain, token }: { domain: string; token: string }) => ({
  name: `_pregao-verification.${domain}`,
  value: `pregao-verification=${token}`,
});

const graceMs = domainGraceDays * 24 * 60 * 60 * 1_000;

/** Returns when a domain lapses whose record is missing since then. */
export const lapsesAt = (failingSince: Date) => new Date(failingSince.getTime() + graceMs);
