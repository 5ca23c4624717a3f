import { clsx } from 'clsx';
import { MessagesSquare } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { nameInitials, personName } from '#web/components/initials.ts';
import { useFormats } from '#web/components/use-formats.ts';
import type { ChatEntry } from '#web/session/hub.ts';
import { useSession } from '#web/session/session.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

/** Renders the messages received since the tab was opened, scrolled to the newest. */
export function Conversation({ said }: { said: readonly ChatEntry[] }) {
  const { t } = useTranslation();
  const end = useRef<HTMLDivElement>(null);
  const newest = said.at(-1)?.id;
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'nearest' });
  }, [newest]);
  return (
    <div
      role="log"
      aria-label={t('demo.chat.title')}
      // Focusable, because a scrollable region must be reachable by keyboard (WCAG 2.1.1).
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="flex h-[max(16rem,100dvh-24rem)] flex-col gap-4 overflow-y-auto overscroll-contain rounded-md pr-1"
    >
      {said.length === 0 && (
        <EmptyState icon={<MessagesSquare aria-hidden />} title={t('demo.chat.empty')}>
          {t('demo.chat.emptyText')}
        </EmptyState>
      )}
      {said.map((entry) => (
        <ChatMessage key={entry.id} entry={entry} />
      ))}
      <div ref={end} />
    </div>
  );
}

function ChatMessage({ entry }: { entry: ChatEntry }) {
  const { t } = useTranslation();
  const { user } = useSession();
  const time = <Time at={entry.at} />;
  if (entry.kind === 'joined') {
    return (
      <p className="text-center text-sm text-muted">
        {t('demo.chat.joined', { name: entry.user })} · {time}
      </p>
    );
  }
  // The hub sends the name only.
  const isOwn = entry.user === personName(user);
  return (
    <div
      className={clsx('flex max-w-prose items-start gap-3', isOwn && 'flex-row-reverse self-end')}
    >
      <Avatar initials={nameInitials(entry.user)} />
      <div className={clsx('min-w-0 rounded-lg px-3 py-2', isOwn ? 'bg-accent-soft' : 'bg-sunken')}>
        <p className="text-sm">
          <span className="font-semibold text-ink">{entry.user}</span>{' '}
          <span className="text-muted">{time}</span>
        </p>
        <p className="break-words whitespace-pre-line text-ink">{entry.message}</p>
      </div>
    </div>
  );
}

function Time({ at }: { at: Date }) {
  const formats = useFormats();
  return <time dateTime={at.toISOString()}>{formats.time(at)}</time>;
}
