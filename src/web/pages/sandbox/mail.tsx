import { useQuery } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useFormats } from '#web/components/use-formats.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
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
async function mailbox(): Promise<MailboxMessage[] | null> {
  const answer = await fetch('/sandbox/mail.json');
  return answer.ok ? answer.json() : null;
}

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
    <SandboxFrame wide title={t('sandbox.mailbox.title')} text={t('sandbox.mailbox.text')}>
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
          title={messages ? t('sandbox.mailbox.empty') : t('sandbox.mailbox.unavailable')}
        >
          {messages && t('sandbox.mailbox.emptyText')}
        </EmptyState>
      </Card>
    );
  }
  return <Inbox messages={messages} />;
}

/** Renders the messages beside the chosen one, the newest by default. */
function Inbox({ messages }: { messages: MailboxMessage[] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [query, setQuery] = useSearchParams();
  const chosen = messages.find(({ id }) => id === query.get('message')) ?? messages[0];
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[20rem_minmax(0,1fr)]">
      <Card flush className="overflow-hidden">
        <ol
          role="list"
          aria-label={t('sandbox.mailbox.list')}
          className="max-h-64 overflow-y-auto lg:max-h-[44rem]"
        >
          {messages.map(({ id, subject, to, at }) => (
            <li key={id} className="border-b border-line last:border-b-0">
              <button
                type="button"
                aria-pressed={id === chosen?.id}
                className="grid w-full cursor-pointer gap-0.5 px-4 py-3 text-left text-sm hover:bg-sunken focus-visible:-outline-offset-2 aria-pressed:bg-accent-soft"
                onClick={() => setQuery({ message: id }, { replace: true })}
              >
                <span className="truncate font-medium text-ink">{subject}</span>
                <span className="flex justify-between gap-3 text-muted">
                  <span className="truncate">{to}</span>
                  <time dateTime={at} className="shrink-0 tabular-nums">
                    {formats.time(new Date(at))}
                  </time>
                </span>
              </button>
            </li>
          ))}
        </ol>
      </Card>
      {chosen && <MessageCard key={chosen.id} message={chosen} />}
    </div>
  );
}

/** Renders a message as HTML or as text. The frame runs no scripts and has no access to this page. */
function MessageCard({ message }: { message: MailboxMessage }) {
  const { id, to, subject, text, links, at } = message;
  const { t } = useTranslation();
  const formats = useFormats();
  const [tab, setTab] = useState('html');
  return (
    <Card
      title={subject}
      description={
        <>
          {t('sandbox.mailbox.to', { address: to })} ·{' '}
          <time dateTime={at}>{formats.date(at, 'long')}</time>
        </>
      }
    >
      <Tabs
        label={t('sandbox.mailbox.bodies')}
        value={tab}
        onChange={setTab}
        tabs={[
          {
            value: 'html',
            label: 'HTML',
            content: (
              <iframe
                title={subject}
                src={`/sandbox/mail/${id}.html`}
                sandbox="allow-popups allow-popups-to-escape-sandbox"
                className="h-[34rem] w-full rounded-md border border-line"
              />
            ),
          },
          {
            value: 'text',
            label: t('sandbox.mailbox.plain'),
            content: <p className="text-sm break-words whitespace-pre-line text-ink">{text}</p>,
          },
        ]}
      />
      {links.length > 0 && (
        <ul role="list" aria-label={t('sandbox.mailbox.links')} className="mt-5 grid gap-2 text-sm">
          {links.map((link) => (
            <li key={link}>
              <a href={link} className="break-all text-accent-ink underline">
                {link}
              </a>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
