import { sql, type RawBuilder } from 'kysely';

/**
 * Whether a text (of an index over `app.words`) has words that begin like these; `null` when the
 * search names none, and so leaves everything in.
 */
export function hasWords(text: RawBuilder<string>, search: string): RawBuilder<boolean> | null {
  const words = search.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu);
  if (!words) return null;
  const query = words.map((word) => `${word}:*`).join(' & ');
  return sql<boolean>`app.words(${text}) @@ to_tsquery('simple', ${query})`;
}

/** What people are found by; the text of `users_words_idx`. */
export const wordsOfUser = sql<string>`users.email || ' ' || users.first_name || ' ' || users.last_name`;

/** What organizations are found by; the text of `tenants_words_idx`. */
export const wordsOfTenant = sql<string>`tenants.name || ' ' || tenants.subdomain || ' ' || tenants.domain`;
