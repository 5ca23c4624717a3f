import { MessagesSquare } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { nameInitials } from '#web/components/initials.ts';
import { useFormats } from '#web/components/use-formats.ts';
import type { ChatEntry } from '#web/session/hub.ts';
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
      className="flex h-[min(28rem,55dvh)] flex-col gap-4 overflow-y-auto overscroll-contain rounded-md pr-1"
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
  const time = <Time at={entry.at} />;
  if (entry.kind === 'joined') {
    return (
      <p className="text-center text-sm text-muted">
        {t('demo.chat.joined', { name: entry.user })} · {time}
      </p>
    );
  }
  return (
    <div className="flex items-start gap-3">
      <Avatar initials={nameInitials(entry.user)} />
      <div className="min-w-0">
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
