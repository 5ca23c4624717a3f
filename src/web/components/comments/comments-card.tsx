import { useInfiniteQuery } from '@tanstack/react-query';
import { MessagesSquare, Pencil, Trash2 } from 'lucide-react';
import { Fragment, useRef, useState } from 'react';
import { Role, roleAllows } from '#contract/access.ts';
import type { Comment } from '#contract/comments/comments.ts';
import { mayRemoveComment, partsOf } from '#contract/comments/mentions.ts';
import { api } from '#web/api/api.ts';
import { queryClient, tenantQueryKey } from '#web/api/queries.ts';
import { ReadOnlyNotice } from '#web/components/billing/read-only.tsx';
import { useReadOnly } from '#web/components/billing/use-read-only.ts';
import { DateTime } from '#web/components/date-time.tsx';
import { useUndo } from '#web/components/entity/use-undo.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { nameInitials } from '#web/components/initials.ts';
import { loadedRows, pagedQuery } from '#web/components/lists/paged-query.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { CommentForm } from './comment-form.tsx';
import { linkedParts } from './mention-text.ts';

const commentsQuery = (record: string) =>
  pagedQuery(
    tenantQueryKey('comments', record),
    (query) => api.comments.getAll({ params: { id: record }, query }),
    30,
  );

const refresh = () => queryClient.invalidateQueries({ queryKey: tenantQueryKey('comments') });

/** Renders the conversation about a record, oldest first, with the field of a new comment (R-CMT-01). */
export function CommentsCard({ record }: { record: string }) {
  const { t } = useTranslation();
  const { role, user } = useSession();
  const isLocked = useReadOnly() !== null;
  const list = useInfiniteQuery(commentsQuery(record));
  const comments = loadedRows(list)?.toReversed();
  const mayWrite = roleAllows(role, Role.Member) && user.impersonatedBy === null;
  const card = useRef<HTMLElement>(null);
  const add = async (text: string) => {
    await api.comments.create({ body: { transactionId: record, text } });
    await refresh();
  };
  return (
    <Card
      ref={card}
      tabIndex={-1}
      aria-label={t('comments.title')}
      className="outline-none"
      title={t('comments.title')}
    >
      <div className="grid gap-5">
        {!comments && <Skeleton className="h-24" />}
        {list.hasNextPage && (
          <Button
            size="sm"
            variant="white"
            className="justify-self-center"
            loading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            {t('comments.earlier')}
          </Button>
        )}
        {comments?.length === 0 && (
          <EmptyState icon={<MessagesSquare aria-hidden />} title={t('comments.empty')}>
            {mayWrite && !isLocked && t('comments.emptyText')}
          </EmptyState>
        )}
        {comments && comments.length > 0 && (
          <ol role="list" className="grid gap-5">
            {comments.map((comment) => (
              <CommentItem
                key={comment.id}
                comment={comment}
                mayWrite={mayWrite && !isLocked}
                onRemoved={() => card.current?.focus()}
              />
            ))}
          </ol>
        )}
        {mayWrite && isLocked && <ReadOnlyNotice />}
        {mayWrite && !isLocked && (
          <CommentForm
            about={record}
            label={t('comments.label')}
            action={t('comments.send')}
            onSend={add}
          />
        )}
      </div>
    </Card>
  );
}

type ItemProps = {
  comment: Comment;
  mayWrite: boolean;
  /** Receives the focus of the button that disappears with the comment. */
  onRemoved: () => void;
};

function CommentItem({ comment, mayWrite, onRemoved }: ItemProps) {
  const { t } = useTranslation();
  const { user, role, tier } = useSession();
  const offerUndo = useUndo();
  const [view, setView] = useState<'text' | 'form' | 'closed form'>('text');
  const isEdited = view === 'form';
  const { id, author, text, mentions } = comment;
  const name = author?.name ?? t('comments.former');
  const params = { id };
  const save = async (changed: string) => {
    await api.comments.update({ params, body: { text: changed } });
    await refresh();
  };
  const remove = async () => {
    try {
      await api.comments.remove({ params });
      onRemoved();
      await refresh();
      offerUndo(t('comments.removed'), 1, async () => {
        await api.comments.restore({ body: { ids: [id] } });
        await refresh();
      });
    } catch (error) {
      await toast({ tone: 'error', title: failureText(t, error) ?? t('errors.internal') });
    }
  };
  const mayRemove = mayRemoveComment({ role, tier, user: user.id }, author?.id ?? null);
  return (
    <li className="flex items-start gap-3">
      <Avatar initials={author ? nameInitials(name) : '–'} src={author?.avatar} />
      <div className="min-w-0 flex-1">
        <div className="flex min-h-9 flex-wrap items-center gap-x-2 text-sm">
          <span className="font-semibold wrap-anywhere text-ink">{name}</span>
          <span className="text-muted">
            <DateTime at={comment.createdAt} />
            {comment.editedAt && ` · ${t('comments.edited')}`}
          </span>
          {mayWrite && !isEdited && (
            <span className="ml-auto flex print:hidden">
              {author?.id === user.id && (
                <IconButton
                  label={t('comments.edit')}
                  // The focus of the form that was closed returns here.
                  // oxlint-disable-next-line jsx-a11y/no-autofocus
                  autoFocus={view === 'closed form'}
                  onClick={() => setView('form')}
                >
                  <Pencil aria-hidden />
                </IconButton>
              )}
              {mayRemove && (
                <IconButton label={t('comments.remove')} onClick={() => void remove()}>
                  <Trash2 aria-hidden />
                </IconButton>
              )}
            </span>
          )}
        </div>
        {isEdited ? (
          <CommentForm
            {...{ about: id, text, mentions }}
            label={t('comments.edit')}
            action={t('common.action.save')}
            onSend={save}
            onClose={() => setView('closed form')}
          />
        ) : (
          <p className="text-sm whitespace-pre-line wrap-anywhere text-ink">
            <CommentText comment={comment} />
          </p>
        )}
      </div>
    </li>
  );
}

/** Renders the text of a comment with the current names of mentioned people, and with links. */
function CommentText({ comment: { text, mentions } }: { comment: Comment }) {
  const { t } = useTranslation();
  return partsOf(text).map((part, at) => {
    const key = `${at}`;
    if (part.text !== undefined) return <LinkedText key={key} text={part.text} />;
    const person = mentions.find(({ id }) => id === part.user);
    return (
      <span key={key} className="font-semibold text-accent-ink">
        @{person?.name ?? t('comments.former')}
      </span>
    );
  });
}

function LinkedText({ text }: { text: string }) {
  return linkedParts(text).map((part, at) => {
    const key = `${at}`;
    if (at % 2 === 0) return <Fragment key={key}>{part}</Fragment>;
    return (
      <a
        key={key}
        href={part}
        target="_blank"
        rel="noopener noreferrer nofollow"
        className="underline"
      >
        {part}
      </a>
    );
  });
}
