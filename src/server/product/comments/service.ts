import { z } from 'zod';
import type { Comment, CommentPerson } from '#contract/comments/comments.ts';
import { mayRemoveComment, mentionedIn } from '#contract/comments/mentions.ts';
import { Failure } from '#contract/errors.ts';
import { id } from '#contract/shapes.ts';
import type { DbTransaction } from '#server/platform/database/database.ts';
import { isForeignKeyViolation } from '#server/platform/database/driver/errors.ts';
import { scopeTenant } from '#server/platform/database/isolation/ids.ts';
import { db, orNotFound, sql, type TableRow } from '#server/platform/database/query.ts';
import { decodeCursor, toPage, type PageQuery } from '#server/platform/http/contract/cursor.ts';
import type { Member } from '#server/platform/http/contract/guard.ts';
import type { MailSiteContext } from '#server/platform/mail/compose.ts';
import { nameInMail } from '#server/platform/mail/recipient.ts';
import { senderAndName } from '#server/platform/notifications/service/member-changes.ts';
import { notify } from '#server/platform/notifications/service/notify.ts';
import { restoreRecords } from '#server/product/audit/service/restore.ts';
import { loadPeople, selectReaders } from './service/people.ts';

type CommentRow = Pick<
  TableRow<'comments'>,
  'id' | 'transaction_id' | 'user_id' | 'comment' | 'created_at' | 'edited_at'
>;

/** Lists the comments on a transaction, newest first; 404 when the tenant has no such transaction (R-CMT-01). */
export const list = (
  { tenant }: Member,
  { transaction, cursor, limit }: PageQuery & { transaction: string },
) =>
  tenant.run(async (tx) => {
    let comments = ownComments
      .where('transaction_id', '=', transaction)
      .orderBy('id', 'desc')
      .limit(limit + 1);
    if (cursor === undefined) orNotFound(await tx.first(selectTransaction(transaction)));
    else comments = comments.where('id', '<', decodeCursor(cursor, z.tuple([id]))[0]);
    return toPage(await toRecords(tx, await tx.all(comments)), limit, (row) => [row.id]);
  });

type NewComment = { transactionId: string; text: string };

/** Adds a comment to a transaction, and notifies the members that it mentions (R-CMT-02, R-CMT-04). */
export const create = (
  context: MailSiteContext,
  { tenant, session }: Member,
  { transactionId, text }: NewComment,
) =>
  tenant.run(async (tx) => {
    // The transaction can't be deleted in between.
    const about = orNotFound(await tx.first(selectTransaction(transactionId).forKeyShare()));
    const values = { transaction_id: transactionId, user_id: session.user, comment: text };
    const row = await tx.one(
      db
        .insertInto('comments')
        .values({ tenant_id: scopeTenant, ...values })
        .returningAll(),
    );
    await notifyMentioned(tx, context, { about, row, mentioned: mentionedIn(text) });
    return toRecord(tx, row);
  });

/** Changes an own comment, and notifies the members that it mentions for the first time (R-CMT-03, R-CMT-04). */
export const update = (
  context: MailSiteContext,
  { tenant, session }: Member,
  { id: comment, text }: { id: string; text: string },
) =>
  tenant.run(async (tx) => {
    const own = ownComments.where('id', '=', comment).where('user_id', '=', session.user);
    const before = orNotFound(await tx.first(own.forUpdate()));
    if (before.comment === text) return toRecord(tx, before);
    const row = await tx.one(
      db
        .updateTable('comments')
        .set({ comment: text, edited_at: sql<Date>`now()` })
        .where('tenant_id', '=', scopeTenant)
        .where('id', '=', comment)
        .returningAll(),
    );
    const known = mentionedIn(before.comment);
    const mentioned = mentionedIn(text).filter((user) => !known.includes(user));
    const about = await tx.one(selectTransaction(row.transaction_id));
    await notifyMentioned(tx, context, { about, row, mentioned });
    return toRecord(tx, row);
  });

/** Deletes a comment that the caller may delete; 404 when the tenant has none with this id (R-CMT-03). */
export const remove = (member: Member, comment: string) =>
  member.tenant.run(async (tx) => {
    const found = orNotFound(await tx.first(ownComments.where('id', '=', comment).forUpdate()));
    assertMayRemove(member, found.user_id);
    await tx.run(
      db.deleteFrom('comments').where('tenant_id', '=', scopeTenant).where('id', '=', comment),
    );
  });

/** Restores deleted comments that the caller may delete; 404 without their transactions (R-CMT-03). */
export const restore = (member: Member, ids: string[]) =>
  restoreRecords(
    member.tenant,
    {
      table: 'comments',
      noun: 'comment',
      prepare: async (tenant, rows) => {
        for (const { user_id } of rows) assertMayRemove(member, String(user_id));
        const about = [...new Set(rows.map(({ transaction_id }) => String(transaction_id)))];
        const found = await tenant.read(selectTransactions(about));
        if (found.length < about.length) throw new Failure('notFound');
        return rows;
      },
    },
    ids,
  ).catch((error: unknown) => {
    // A member deleted the transaction meanwhile.
    throw isForeignKeyViolation(error) ? new Failure('notFound') : error;
  });

function assertMayRemove({ membership, session }: Member, author: string) {
  if (!mayRemoveComment({ ...membership, user: session.user }, author))
    throw new Failure('tenant.onlyAdmin');
}

const ownComments = db
  .selectFrom('comments')
  .select(['id', 'transaction_id', 'user_id', 'comment', 'created_at', 'edited_at'])
  .where('tenant_id', '=', scopeTenant);

const selectTransaction = (transaction: string) =>
  db
    .selectFrom('transactions')
    .select(['id', 'description'])
    .where('tenant_id', '=', scopeTenant)
    .where('id', '=', transaction);

const selectTransactions = (ids: string[]) =>
  db
    .selectFrom('transactions')
    .select('id')
    .where('tenant_id', '=', scopeTenant)
    .where('id', '=', sql<string>`any (${ids}::uuid[])`);

type Mentions = {
  about: { id: string; description: string };
  row: CommentRow;
  mentioned: readonly string[];
};

/** Notifies the mentioned members, of each comment once and never its author (R-CMT-04). */
async function notifyMentioned(
  tx: DbTransaction,
  context: MailSiteContext,
  { about, row, mentioned }: Mentions,
) {
  const others = mentioned.filter((user) => user !== row.user_id);
  const readers = others.length > 0 ? await selectReaders(tx, others) : [];
  if (readers.length === 0) return;
  const { sender, person } = await senderAndName(tx, context, row.user_id);
  const details = { person, transaction: nameInMail(about.description), record: about.id };
  for (const to of readers)
    await notify(tx, sender, { kind: 'mentioned', cause: row.id, details, to });
}

async function toRecord(tx: DbTransaction, row: CommentRow) {
  const [record] = await toRecords(tx, [row]);
  return orNotFound(record);
}

async function toRecords(tx: DbTransaction, rows: readonly CommentRow[]): Promise<Comment[]> {
  const people = await loadPeople(
    tx,
    rows.flatMap(({ user_id, comment }) => [user_id, ...mentionedIn(comment)]),
  );
  return rows.map((row) => ({
    id: row.id,
    transactionId: row.transaction_id,
    author: people.get(row.user_id) ?? null,
    text: row.comment,
    mentions: mentionedIn(row.comment).flatMap((user): CommentPerson[] => {
      const person = people.get(user);
      return person ? [person] : [];
    }),
    createdAt: row.created_at.toISOString(),
    editedAt: row.edited_at?.toISOString() ?? null,
  }));
}
