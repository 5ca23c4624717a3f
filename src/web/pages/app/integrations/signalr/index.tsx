import { onlineManager } from '@tanstack/react-query';
import { SendHorizontal } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useForm } from 'react-hook-form';
import { maxMessageLength, type HubError } from '#contract/realtime.ts';
import type { Translate } from '#locales/translation.ts';
import { randomUuid } from '#web/api/random-uuid.ts';
import { useDraft } from '#web/components/drafts/use-draft.tsx';
import { personName } from '#web/components/initials.ts';
import { ErrorText } from '#web/components/notifications/error-text.tsx';
import { PageTitle } from '#web/components/page-title.tsx';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import {
  getHubSnapshot,
  hubRefusalOf,
  subscribeToHub,
  type HubState,
  sendChatMessage,
} from '#web/session/hub.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { Conversation } from './conversation.tsx';
import { useMessages } from './use-messages.ts';

export const handle: RouteHandle = { title: 'demo.chat.title' };

const tones = {
  connected: 'success',
  connecting: 'info',
  reconnecting: 'warning',
  blocked: 'danger',
  closed: 'danger',
} as const satisfies Record<HubState, string>;

/** Returns the state of the hub. Offline, it takes a while to notice that its connection is lost. */
function useConnection() {
  const hub = useSyncExternalStore(subscribeToHub, getHubSnapshot, getHubSnapshot);
  const isOnline = useSyncExternalStore(subscribeToNetwork, isNetworkOnline, () => true);
  return isOnline ? hub : { ...hub, state: 'reconnecting' as const };
}

const subscribeToNetwork = (listener: () => void) => onlineManager.subscribe(listener);
const isNetworkOnline = () => onlineManager.isOnline();

/** Renders the organization's chat over the hub with the connection's state (R-APP-06). */
export default function Chat() {
  const { t } = useTranslation();
  const { state, joined } = useConnection();
  const chat = useMessages(state === 'connected');
  const { list } = chat;
  return (
    <>
      <PageTitle>{t('demo.chat.title')}</PageTitle>
      <PageHeader
        title={t('demo.chat.title')}
        description={t('demo.chat.text')}
        actions={
          <Badge tone={tones[state]} role="status">
            {t(`demo.chat.state.${state}`)}
          </Badge>
        }
      />
      <Card>
        <div className="flex flex-col gap-4">
          {list.error && !list.data ? (
            <ErrorText error={list.error} onRetry={() => void list.refetch()} />
          ) : (
            <Conversation {...chat} joined={joined} />
          )}
          <MessageForm state={state} />
        </div>
      </Card>
    </>
  );
}

/** `attempt`: what was sent last. A message whose answer was lost has the same id when it is sent again: it is stored once. */
type Values = { message: string; attempt: { id: string; message: string } | null };

/** Returns the text of a refusal. */
const refusalText = (t: Translate, code: HubError) =>
  code === 'billing.readOnly' ? t(`errors.${code}`) : t(`demo.chat.refused.${keyOf(code)}`);

const keyOf = <K extends string>(code: `realtime.${K}`) => code.slice('realtime.'.length) as K;

/** Writes a message to the organization. One that was not sent stays in its field, also after a reload (R-CHT-03). */
function MessageForm({ state }: { state: HubState }) {
  const { t } = useTranslation();
  const { user, tenant } = useSession();
  const form = useForm<Values>({ defaultValues: { message: '', attempt: null } });
  useDraft(form, { name: 'chat' });
  const { register, handleSubmit, getValues, setValue, reset, setError, setFocus, formState } =
    form;

  const send = async (input: Values) => {
    const message = input.message.trim();
    const attempt =
      input.attempt?.message === message ? input.attempt : { id: randomUuid(), message };
    setValue('attempt', attempt);
    const refusal = await sendChatMessage(tenant.id, {
      user: personName(user),
      ...attempt,
    }).then(() => null, hubRefusalOf);
    // What was typed meanwhile is the next message.
    const isUnchanged = getValues('message').trim() === message;
    if (refusal !== null) setError('message', { message: refusalText(t, refusal) });
    else if (isUnchanged) reset();
    else setValue('attempt', null);
    setFocus('message');
  };

  return (
    <form
      noValidate
      onSubmit={(event) => void handleSubmit(send)(event)}
      className="flex items-start gap-3"
    >
      <TextField
        className="grow"
        label={t('demo.chat.message')}
        placeholder={t('demo.chat.placeholder')}
        hint={
          state === 'connected'
            ? undefined
            : t(state === 'blocked' ? 'demo.chat.blocked' : 'demo.chat.offline')
        }
        maxLength={maxMessageLength}
        autoComplete="off"
        enterKeyHint="send"
        error={formState.errors.message?.message}
        {...register('message', {
          validate: (message) => message.trim() !== '' || t('demo.chat.refused.invalid'),
        })}
      />
      <Button type="submit" loading={formState.isSubmitting} className="mt-6.5">
        <SendHorizontal aria-hidden className="size-4" />
        {t('demo.chat.send')}
      </Button>
    </form>
  );
}
