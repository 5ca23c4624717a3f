import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { StoredChatMessage } from '#contract/chat/chat.ts';
import { DateTime } from '#web/components/date-time.tsx';
import { nameInitials } from '#web/components/initials.ts';
import type { JoinedEntry } from '#web/session/hub.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Avatar } from '#web/ui/avatar.tsx';

/** Renders a message of the chat; own ones are on the other side. */
export function MessageBubble({ message }: { message: StoredChatMessage }) {
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
export function JoinedNote({ entry }: { entry: JoinedEntry }) {
  const { t } = useTranslation();
  return (
    <p className="text-center text-sm text-muted">
      {t('demo.chat.joined', { name: entry.user })} · <DateTime at={entry.at.toISOString()} />
    </p>
  );
}

/** Renders the line above the first message that the member has not seen (R-CHT-02). */
export function UnreadDivider() {
  const { t } = useTranslation();
  return (
    <div className="flex items-center gap-3 text-xs font-semibold text-accent-ink">
      <span aria-hidden className="h-px flex-1 bg-accent" />
      {t('demo.chat.unread')}
      <span aria-hidden className="h-px flex-1 bg-accent" />
    </div>
  );
}
