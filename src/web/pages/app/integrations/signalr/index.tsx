import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { ErrorText } from '#web/components/notifications/error-text.tsx';
import { PageTitle } from '#web/components/page-title.tsx';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { getHubSnapshot, subscribeToHub, type HubState } from '#web/session/hub.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Conversation } from './conversation.tsx';
import { MessageForm } from './message-form.tsx';
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
