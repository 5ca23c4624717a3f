import { z } from 'zod';
import { member, Role, transactionsTier } from '#contract/access.ts';
import { subject } from '#contract/endpoint.ts';
import { bulkIds, bulkResult } from '#contract/lists/query.ts';
import { pageParams } from '#contract/paging.ts';
import { id, requiredText, timestamp } from '#contract/shapes.ts';
import { maxCommentLength, maxMentions, mentionedIn } from './mentions.ts';

/** Member as the author of a comment or in a mention. */
const commentPerson = z.object({
  /** Id of the user. */
  id,
  name: z.string(),
  /** Address of their picture; empty without one. */
  avatar: z.string(),
});
export type CommentPerson = z.output<typeof commentPerson>;

/** Member that a comment may mention, with the address: two may have the same name. */
const mentionable = commentPerson.extend({ email: z.string() });
export type MentionablePerson = z.output<typeof mentionable>;

/** Comment on a transaction (R-CMT-01). */
export const comment = z.object({
  id,
  transactionId: id,
  /** Null for a former member. */
  author: commentPerson.nullable(),
  /** Plain text; `@{id}` mentions the member with this user id. */
  text: z.string(),
  /** The members that the text mentions; it may also mention former ones. */
  mentions: z.array(commentPerson),
  createdAt: timestamp,
  editedAt: timestamp.nullable(),
});
export type Comment = z.output<typeof comment>;

const text = requiredText(maxCommentLength).refine(
  (value) => mentionedIn(value).length <= maxMentions,
  'field.tooLong',
);

const reader = member({ tier: transactionsTier });
const writer = { tier: transactionsTier, role: Role.Member } as const;
// A comment is what a person says: neither operators nor programs write in their name.
const author = member({ ...writer, inPerson: true });

export const comments = subject('Comment', {
  getAll: {
    route: 'GET /Comment/GetAll/:id',
    summary: 'Comments on a transaction, newest first',
    access: reader,
    query: pageParams,
    reply: z.array(comment),
    paged: true,
  },
  getPeople: {
    route: 'GET /Comment/GetPeople',
    summary: 'Members whom a comment may mention, by name; eight at most',
    access: author,
    query: z.object({ search: z.string().max(100).default('') }),
    reply: z.array(mentionable),
  },
  create: {
    route: 'POST /Comment/Create',
    summary: 'Comment on a transaction, and notify the members that the text mentions',
    access: author,
    once: true,
    limit: 'comment',
    body: z.object({ transactionId: id, text }),
    reply: comment,
    errors: ['notFound'],
  },
  update: {
    route: 'PUT /Comment/Update/:id',
    summary: 'Change an own comment, and notify the members that it mentions for the first time',
    access: author,
    limit: 'comment',
    body: z.object({ text }),
    reply: comment,
  },
  remove: {
    route: 'DELETE /Comment/Delete/:id',
    summary: 'Delete an own comment; owners and admins delete those of all members',
    access: member(writer),
    effect: 'deletes',
    errors: ['tenant.onlyAdmin'],
  },
  restore: {
    route: 'POST /Comment/Restore',
    summary: 'Restore deleted comments that the caller may delete',
    access: member(writer),
    effect: 'adds',
    once: true,
    body: bulkIds,
    reply: bulkResult,
    errors: ['notFound', 'tenant.onlyAdmin'],
  },
});
