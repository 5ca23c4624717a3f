import type { Locale } from '#locales/locales.ts';

/** Characters of a name that a mail shows. */
const longest = 60;

/**
 * A name that somebody chose, as mails to others show it: one short line that no mail program makes a link
 * of. Names are checked when they are written (`#contract/shapes.ts`); older ones were not.
 */
export const nameInMail = (name: string): string => {
  const shown = name
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]+/gu, ' ')
    .replaceAll('://', ' ')
    .replaceAll(/([.。．｡])(?=[\p{L}\p{N}])/gu, '$1 ')
    .trim();
  const characters = Array.from(shown);
  return characters.length > longest ? `${characters.slice(0, longest).join('')}…` : shown;
};

type Person = { email: string; first_name: string; locale: string; verified_at: Date | null };

/** Who a mail goes to, what it calls them, and in which language. */
export type Reader = { email: string; name: string; locale: Locale };

/**
 * A person as a mail addresses them. By their own name only once the address is proven: before that a
 * stranger may have typed it, so the mail says the address instead. `name`: what a signed-in member of
 * the organization that writes calls them.
 */
export const readerOf = (person: Person, name = ownNameOf(person)): Reader => ({
  email: person.email,
  name: nameInMail(name) || person.email,
  locale: person.locale as Locale,
});

const ownNameOf = ({ verified_at, first_name }: Person) => (verified_at === null ? '' : first_name);
