import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { PageTitle } from '#web/components/page-title.tsx';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { getHubSnapshot, subscribeToHub, type HubState } from '#web/session/hub.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Conversation } from './conversation.tsx';
import { MessageForm } from './message-form.tsx';

export const handle: RouteHandle = { title: 'demo.chat.title' };

const tones = {
  connected: 'success',
  connecting: 'info',
  reconnecting: 'warning',
  closed: 'danger',
} as const satisfies Record<HubState, string>;

/** Renders the organization's chat over the hub with the connection's state (R-APP-06). */
export default function Chat() {
  const { t } = useTranslation();
  const { state, entries: said } = useSyncExternalStore(
    subscribeToHub,
    getHubSnapshot,
    getHubSnapshot,
  );
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
          <Conversation said={said} />
          <MessageForm isConnected={state === 'connected'} />
        </div>
      </Card>
    </>
  );
}
