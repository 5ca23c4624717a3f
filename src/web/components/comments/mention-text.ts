import type { CommentPerson } from '#contract/comments/comments.ts';
import { mentionOf, partsOf } from '#contract/comments/mentions.ts';

/** Members that an author has chosen, in their order. */
export type Chosen = readonly Pick<CommentPerson, 'id' | 'name'>[];

/** Returns a stored text as its author edits it: with names. Those of former members stay ids. */
export const toEdited = (text: string, people: Chosen) =>
  partsOf(text)
    .map((part) => {
      if (part.text !== undefined) return part.text;
      const person = people.find(({ id }) => id === part.user);
      return person ? `@${person.name}` : mentionOf(part.user);
    })
    .join('');

/** Characters with a meaning in a pattern. */
const syntax = /[\\^$.*+?()[\]{}|/]/g;

/** Returns an edited text as it is stored: with the ids of the chosen people; of two with one name, in their order. */
export function toStored(text: string, chosen: Chosen) {
  const byName = Map.groupBy(chosen, ({ name }) => name);
  // The longest first: one name may begin with another.
  const names = [...byName.keys()].toSorted((one, other) => other.length - one.length);
  if (names.length === 0) return text;
  const places = new RegExp(
    `@(${names.map((name) => name.replaceAll(syntax, String.raw`\$&`)).join('|')})(?![\\p{L}\\p{N}])`,
    'gu',
  );
  return text.replaceAll(places, (found, name: string) => {
    const [first, ...rest] = byName.get(name) ?? [];
    if (rest.length > 0) byName.set(name, rest);
    return first ? mentionOf(first.id) : found;
  });
}

/** Returns the search of the mention that ends at the caret, and where it begins; null outside of one. */
export function mentionAt(text: string, caret: number) {
  const found = /(?:^|[\s(])@([^\s@{}][^\n@{}]{0,40}|)$/u.exec(text.slice(0, caret));
  return found ? { search: found[1] ?? '', start: caret - (found[1] ?? '').length - 1 } : null;
}

/** Addresses that a text may link; what ends a sentence is not part of one. */
const address = /(https?:\/\/[^\s<>"'`]*[^\s<>"'`.,;:!?)\]}])/u;

/** Returns the parts of a plain text in their order; addresses are at odd places. */
export const linkedParts = (text: string) => text.split(address);
