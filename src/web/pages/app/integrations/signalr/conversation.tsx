import { clsx } from 'clsx';
import { MessagesSquare } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, type RefObject, type ReactNode } from 'react';
import type { StoredChatMessage } from '#contract/chat/chat.ts';
import { DateTime } from '#web/components/date-time.tsx';
import { nameInitials } from '#web/components/initials.ts';
import type { JoinedEntry } from '#web/session/hub.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { useMessages } from './use-messages.ts';

type Props = {
  joined: readonly JoinedEntry[];
} & ReturnType<typeof useMessages>;

/** Renders the messages of the organization, scrolled to the newest; older ones load above (R-CHT-01). */
export function Conversation({ list, messages, firstUnread, joined }: Props) {
  const { t } = useTranslation();
  const log = useRef<HTMLDivElement>(null);
  useKeepPosition(log, messages);
  return (
    <div
      ref={log}
      role="log"
      aria-label={t('demo.chat.title')}
      aria-busy={!messages}
      // Focusable, because a scrollable region must be reachable by keyboard (WCAG 2.1.1).
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="flex h-[max(16rem,100dvh-25rem)] flex-col in-[main:has([data-notices])]:h-[max(16rem,100dvh-31rem)] gap-4 overflow-y-auto overscroll-contain rounded-md pr-1"
    >
      {!messages && <Loading />}
      {messages && <OlderMessages list={list} />}
      {messages?.length === 0 && (
        <EmptyState icon={<MessagesSquare aria-hidden />} title={t('demo.chat.empty')}>
          {t('demo.chat.emptyText')}
        </EmptyState>
      )}
      {inOrder(messages ?? [], joined).map((entry) =>
        'position' in entry ? (
          <div key={entry.position} className="contents">
            {entry.position === firstUnread && <UnreadDivider />}
            <MessageBubble message={entry} />
          </div>
        ) : (
          <JoinedNote key={`joined ${entry.id}`} entry={entry} />
        ),
      )}
    </div>
  );
}

type Entry = StoredChatMessage | JoinedEntry;

/** Returns messages, in the order of the server, with members who joined where their time belongs. */
function inOrder(messages: readonly StoredChatMessage[], joined: readonly JoinedEntry[]): Entry[] {
  const entries: Entry[] = [...messages];
  for (const entry of joined) {
    const after = entries.findLastIndex((each) => new Date(each.at) <= entry.at);
    entries.splice(after + 1, 0, entry);
  }
  return entries;
}

/**
 * Scrolls to the newest message when one is added, and keeps what is in sight in its place when older ones are added
 * above.
 */
function useKeepPosition(
  log: RefObject<HTMLDivElement | null>,
  messages: readonly StoredChatMessage[] | undefined,
) {
  const heightBelow = useRef(0);
  const oldest = messages?.[0]?.position;
  const newest = messages?.at(-1)?.position;
  useLayoutEffect(() => {
    const element = log.current;
    if (element && heightBelow.current > 0) {
      element.scrollTo({ top: element.scrollHeight - heightBelow.current });
    }
  }, [log, oldest]);
  useLayoutEffect(() => {
    log.current?.scrollTo({ top: log.current.scrollHeight });
  }, [log, newest]);
  useEffect(() => {
    const element = log.current;
    const remember = () => {
      heightBelow.current = element ? element.scrollHeight - element.scrollTop : 0;
    };
    remember();
    element?.addEventListener('scroll', remember, { passive: true });
    return () => element?.removeEventListener('scroll', remember);
  });
}

/** Loads older messages, by its button or when it scrolls into sight. */
function OlderMessages({ list }: Pick<Props, 'list'>) {
  const { t } = useTranslation();
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  const observe = (button: HTMLElement | null) => {
    if (!button || isFetchingNextPage || isFetchNextPageError) return undefined;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) void fetchNextPage();
    });
    observer.observe(button);
    return () => observer.disconnect();
  };
  return (
    hasNextPage && (
      <div className="flex flex-wrap items-center justify-center gap-3">
        <p role="alert" className="text-sm text-danger-ink empty:hidden">
          {isFetchNextPageError && t('demo.chat.olderFailed')}
        </p>
        <Button
          ref={observe}
          size="sm"
          variant="white"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t('demo.chat.older')}
        </Button>
      </div>
    )
  );
}

function Loading() {
  return (
    <div className="grid gap-4">
      <Skeleton className="h-14 w-2/3" />
      <Skeleton className="ml-auto h-14 w-1/2" />
      <Skeleton className="h-14 w-3/5" />
    </div>
  );
}

/** Renders a message of the chat; own ones are on the other side. */
function MessageBubble({ message }: { message: StoredChatMessage }) {
  const { user } = useSession();
  return (
    <Bubble user={message.user} text={message.message} isOwn={message.userId === user.id}>
      <DateTime at={message.at} />
    </Bubble>
  );
}

type BubbleProps = {
  user: string;
  text: string;
  isOwn: boolean;
  /** Time or state of the message. */
  children: ReactNode;
};

function Bubble({ user, text, isOwn, children }: BubbleProps) {
  return (
    <div
      className={clsx('flex max-w-prose items-start gap-3', isOwn && 'flex-row-reverse self-end')}
    >
      <Avatar initials={nameInitials(user)} />
      <div className={clsx('min-w-0 rounded-lg px-3 py-2', isOwn ? 'bg-accent-soft' : 'bg-sunken')}>
        <div className="flex flex-wrap items-center gap-x-1.5 text-sm">
          <span className="font-semibold text-ink">{user}</span>{' '}
          <span className="text-muted">{children}</span>
        </div>
        <p className="break-words whitespace-pre-line text-ink">{text}</p>
      </div>
    </div>
  );
}

/** Renders that a member opened the organization in a window. */
function JoinedNote({ entry }: { entry: JoinedEntry }) {
  const { t } = useTranslation();
  return (
    <p className="text-center text-sm text-muted">
      {t('demo.chat.joined', { name: entry.user })} · <DateTime at={entry.at.toISOString()} />
    </p>
  );
}

/** Renders the line above the first message that the member has not seen (R-CHT-02). */
function UnreadDivider() {
  const { t } = useTranslation();
  return (
    <div className="flex items-center gap-3 text-xs font-semibold text-accent-ink">
      <span aria-hidden className="h-px flex-1 bg-accent" />
      {t('demo.chat.unread')}
      <span aria-hidden className="h-px flex-1 bg-accent" />
    </div>
  );
}
