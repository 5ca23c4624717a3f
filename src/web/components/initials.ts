type Named = { firstName: string; lastName: string; email: string };

/** First letters of first and last name, else the first two of the address (section 9). */
export const initialsOf = ({ firstName, lastName, email }: Named) =>
  (firstName && lastName
    ? firstLetter(firstName) + firstLetter(lastName)
    : email.slice(0, 2)
  ).toUpperCase();

/** One letter as people count them: a Devanagari letter keeps its vowel sign. */
const firstLetter = (text: string) =>
  new Intl.Segmenter().segment(text.trim())[Symbol.iterator]().next().value?.segment ?? '';

/** The letters that stand for an organization without a picture: of its first two words. */
export const nameInitials = (name: string) =>
  name.split(/\s+/).filter(Boolean).slice(0, 2).map(firstLetter).join('').toUpperCase();

/** What a person is called. */
export const fullName = ({ firstName, lastName, email }: Named) =>
  `${firstName} ${lastName}`.trim() || email;
