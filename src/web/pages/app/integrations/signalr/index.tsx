import { onlineManager } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { personName } from '#web/components/initials.ts';
import { ErrorText } from '#web/components/notifications/error-text.tsx';
import { PageTitle } from '#web/components/page-title.tsx';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { getHubSnapshot, subscribeToHub, type HubState } from '#web/session/hub.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Conversation } from './conversation.tsx';
import { MessageForm } from './message-form.tsx';
import { flushOutbox, openOutbox, useOutbox } from './outbox.ts';
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
const useConnection = () => {
  const hub = useSyncExternalStore(subscribeToHub, getHubSnapshot, getHubSnapshot);
  const isOnline = useSyncExternalStore(subscribeToNetwork, isNetworkOnline, () => true);
  return isOnline ? hub : { ...hub, state: 'reconnecting' as const };
};

const subscribeToNetwork = (listener: () => void) => onlineManager.subscribe(listener);
const isNetworkOnline = () => onlineManager.isOnline();

/** Renders the organization's chat over the hub with the connection's state (R-APP-06). */
export default function Chat() {
  const { t } = useTranslation();
  const { user, tenant } = useSession();
  const { state, joined } = useConnection();
  const isConnected = state === 'connected';
  const waiting = useOutbox();
  const name = personName(user);
  useEffect(() => {
    openOutbox({ tenant: tenant.id, userId: user.id, user: name });
  }, [tenant.id, user.id, name]);
  useEffect(() => {
    if (isConnected) void flushOutbox();
  }, [isConnected, waiting]);
  const chat = useMessages(isConnected);
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
            <Conversation {...chat} joined={joined} waiting={waiting} isConnected={isConnected} />
          )}
          <MessageForm state={state} />
        </div>
      </Card>
    </>
  );
}
