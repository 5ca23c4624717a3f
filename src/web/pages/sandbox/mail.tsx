import { useQuery } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#web/components/use-formats.ts';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { SandboxFrame } from './frame.tsx';

type MailboxMessage = {
  id: string;
  to: string;
  subject: string;
  text: string;
  links: string[];
  at: string;
};

const refreshEveryMs = 2_000;

/**
 * Returns the emails kept while no mail server is configured; null when the mailbox is disabled.
 */
const mailbox = async (): Promise<MailboxMessage[] | null> => {
  const answer = await fetch('/sandbox/mail.json');
  return answer.ok ? answer.json() : null;
};

/** Loads nothing on the server: the page reads the mailbox in the browser. */
export const clientLoader = () => null;
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return (
    <Frame>
      <Skeleton className="h-40 rounded-lg" />
    </Frame>
  );
}

export default function LocalMailbox() {
  return (
    <Frame>
      <MessageList />
    </Frame>
  );
}

function Frame({ children }: { children: React.ReactNode }) {
  const { t } = useTranslation();
  return (
    <SandboxFrame title={t('app.mailbox.title')} text={t('app.mailbox.text')}>
      {children}
    </SandboxFrame>
  );
}

function MessageList() {
  const { t } = useTranslation();
  const { data: messages } = useQuery({
    queryKey: ['mailbox'],
    queryFn: mailbox,
    refetchInterval: refreshEveryMs,
  });
  if (messages === undefined) return <Skeleton className="h-40 rounded-lg" />;
  if (!messages || messages.length === 0) {
    return (
      <Card>
        <EmptyState
          icon={<Mail aria-hidden />}
          title={messages ? t('app.mailbox.empty') : t('app.mailbox.unavailable')}
        >
          {messages && t('app.mailbox.emptyText')}
        </EmptyState>
      </Card>
    );
  }
  return messages.map((message) => <MessageCard key={message.id} message={message} />);
}

function MessageCard({ message: { to, subject, text, links, at } }: { message: MailboxMessage }) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <Card
      title={subject}
      description={
        <>
          {t('app.mailbox.to', { address: to })} ·{' '}
          <time dateTime={at}>{formats.date(at, 'long')}</time>
        </>
      }
    >
      <p className="text-sm break-words whitespace-pre-line text-ink">
        {piecesOf(text, links).map(({ key, piece }) =>
          links.includes(piece) ? (
            <a key={key} href={piece} className="break-all text-accent-ink underline">
              {piece}
            </a>
          ) : (
            piece
          ),
        )}
      </p>
    </Card>
  );
}

/** Splits a text at its links, so that they can be rendered as anchors. */
const piecesOf = (text: string, links: readonly string[]) =>
  links
    .reduce((pieces, link) => pieces.flatMap((piece) => splitAtLink(piece, link)), [text])
    .map((piece, place) => ({ key: place, piece }));

const splitAtLink = (piece: string, link: string) =>
  piece.split(link).flatMap((part, place) => (place === 0 ? [part] : [link, part]));
