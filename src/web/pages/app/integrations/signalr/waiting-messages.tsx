import { CircleAlert, Clock } from 'lucide-react';
import { personName } from '#web/components/initials.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Bubble } from './chat-message.tsx';
import { removeFromOutbox, retryMessage, type WaitingMessage } from './outbox.ts';

interface Props {
  waiting: readonly WaitingMessage[];
  isConnected: boolean;
}

/** Renders the messages that are not sent yet, with their state (R-CHT-03). */
export function WaitingMessages({ waiting, isConnected }: Props) {
  const { user } = useSession();
  return waiting.map((message) => (
    <Bubble key={message.id} user={personName(user)} text={message.message} isOwn>
      {message.failure === null ? (
        <Pending isConnected={isConnected} />
      ) : (
        <Failed id={message.id} failure={message.failure} />
      )}
    </Bubble>
  ));
}

function Pending({ isConnected }: Pick<Props, 'isConnected'>) {
  const { t } = useTranslation();
  return (
    <span className="inline-flex items-center gap-1">
      <Clock aria-hidden className="size-3.5" />
      {t(isConnected ? 'demo.chat.outbox.sending' : 'demo.chat.outbox.waiting')}
    </span>
  );
}

function Failed({ id, failure }: { id: string; failure: NonNullable<WaitingMessage['failure']> }) {
  const { t } = useTranslation();
  return (
    <span className="flex flex-wrap items-center gap-2 py-1">
      <span role="alert" className="inline-flex items-center gap-1 text-danger-ink">
        <CircleAlert aria-hidden className="size-3.5" />
        {t('demo.chat.outbox.failed')}: {t(`demo.chat.refused.${failure}`)}
      </span>
      <Button size="sm" variant="white" onClick={() => retryMessage(id)}>
        {t('demo.chat.outbox.retry')}
      </Button>
      <Button size="sm" variant="white" onClick={() => removeFromOutbox(id)}>
        {t('demo.chat.outbox.discard')}
      </Button>
    </span>
  );
}
