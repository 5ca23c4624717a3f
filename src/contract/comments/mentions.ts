import { missingRights, Role } from '#contract/access.ts';

/** Maximum length of a comment in characters; a mention has 39. */
export const maxCommentLength = 4_000;

/** Maximum number of members that a comment mentions. */
export const maxMentions = 20;

const mention = /@\{([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\}/;

/** Returns the mention of a user in the text of a comment. */
export const mentionOf = (user: string) => `@{${user}}`;

/** Returns the users that a text mentions, each once. */
export const mentionedIn = (text: string) => [
  ...new Set(text.split(mention).filter((_part, at) => at % 2 === 1)),
];

/** Returns the parts of a text in their order: plain text, or the user of a mention. */
export const partsOf = (text: string) =>
  text
    .split(mention)
    .map((part, at) => (at % 2 === 1 ? { user: part } : { text: part }))
    .filter((part) => part.text !== '');

type Reader = { role: Role; tier: number; user: string };

/** Returns true if a member may delete a comment: its author, and owners and admins (R-CMT-03). */
export const mayRemoveComment = ({ user, ...member }: Reader, author: string | null) =>
  author === user || missingRights(member, { role: Role.Admin }).role === undefined;
