import type { ErrorCode } from '#contract/errors.ts';
import { email, name } from '#contract/shapes.ts';

/** Maximum number of invitations in one call. */
export const maxInvitations = 50;

/** Characters between addresses; a comma in a quoted name, as in `"Reis, Eva" <eva@example.com>`, is none. */
const separator = /[\n;,]+(?=(?:[^"\n]*"[^"\n]*")*[^"\n]*(?:\n|$))/;

/** Returns the addresses of a pasted text, one entry each, as they were written. */
export const splitAddresses = (text: string): string[] =>
  text
    .split(separator)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/** Person to invite; the names are empty if the entry has none. */
export type Invitee = { email: string; firstName: string; lastName: string };

/** Parses `eva@example.com` or `Eva Reis <eva@example.com>`; returns the error code of an invalid entry. */
export function parseAddress(entry: string): Invitee | { error: ErrorCode } {
  const [, written = '', bracketed] = /^(.*?)<([^<>]*)>$/.exec(entry.trim()) ?? [];
  const address = email.safeParse(bracketed ?? entry);
  const names = namesOf(written.trim());
  if (!address.success) return { error: 'field.email' };
  if (!names) return { error: 'field.invalid' };
  return { email: address.data, ...names };
}

/** Returns first and last name; the last name begins at the second word, or precedes a comma. */
function namesOf(written: string) {
  const text = written.replaceAll(/^["']+|["']+$/g, '').trim();
  const [inverted, given] = text.split(/,\s*/, 2);
  const [first = '', ...others] = text.split(/\s+/);
  const firstName = name(100).safeParse(given ?? first);
  const lastName = name(100).safeParse(given === undefined ? others.join(' ') : inverted);
  if (!firstName.success || !lastName.success) return null;
  return { firstName: firstName.data, lastName: lastName.data };
}
