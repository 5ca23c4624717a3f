import { domainToASCII } from 'node:url';
import { id } from '#contract/shapes.ts';

/** Names by which organizations with single sign-on are found. */
export type NameKind = 'id' | 'subdomain' | 'domain';

/** Returns the domain of an email address, as verified domains are stored. */
export const domainOfAddress = (address: string) =>
  domainToASCII(address.slice(address.lastIndexOf('@') + 1)).toLowerCase();

type Named = { email?: string | undefined; organization?: string | undefined };

/**
 * Returns the name of the organization whose identity provider a visitor means: at an organization's own `address` this
 * one, else by the domain of an email, else by subdomain or id (R-ADR-11).
 */
export function meantOrganization(
  { email, organization = '' }: Named,
  address: string | undefined,
): { kind: NameKind; name: string } {
  if (address === undefined && email !== undefined)
    return { kind: 'domain', name: domainOfAddress(email) };
  const name = address ?? organization;
  return { kind: id.safeParse(name).success ? 'id' : 'subdomain', name };
}
