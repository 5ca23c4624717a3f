import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Monitor, Smartphone } from 'lucide-react';
import { useRef } from 'react';
import type { SessionRecord } from '#contract/users.ts';
import { api } from '#web/api/api.ts';
import { DateTime } from '#web/components/date-time.tsx';
import { failureText } from '#web/components/errors/failure-text.ts';
import { useBrowser } from '#web/components/security/use-browser.ts';
import { sessionsQuery } from '#web/session/sessions.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toaster.tsx';

/** Lists the account's sessions, newest first; all but the current one can be ended (R-ACC-19). */
export function AccountSessions() {
  const list = useRef<HTMLUListElement>(null);
  const { data, error } = useQuery(sessionsQuery);
  if (error && !data) throw error;
  return (
    <Card>
      {data ? (
        <ul
          ref={list}
          tabIndex={-1}
          role="list"
          className="-my-4 divide-y divide-line outline-none"
        >
          {data.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              // The button is removed with its row, so the focus moves to the list.
              onEnded={() => list.current?.focus()}
            />
          ))}
        </ul>
      ) : (
        <Skeleton className="h-10" />
      )}
    </Card>
  );
}

type Props = {
  session: SessionRecord;
  onEnded: () => void;
};

function SessionRow({ session, onEnded }: Props) {
  const { t } = useTranslation();
  const { name: browser, isPhone } = useBrowser(session.userAgent);
  const Device = isPhone ? Smartphone : Monitor;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4">
      <Device aria-hidden className="size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm font-medium">
          {browser}
          {session.current && (
            <Badge tone="success">{t('settings.profile.sessions.current')}</Badge>
          )}
          {session.impersonated && (
            <Badge tone="warning">{t('settings.profile.sessions.impersonated')}</Badge>
          )}
        </p>
        <p className="text-sm text-muted">
          {t('settings.profile.sessions.began')} <DateTime at={session.createdAt} />
        </p>
      </div>
      {!session.current && <EndSessionButton id={session.id} browser={browser} onEnded={onEnded} />}
    </li>
  );
}

type EndProps = {
  id: string;
  browser: string;
  onEnded: () => void;
};

function EndSessionButton({ id, browser, onEnded }: EndProps) {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const cache = useQueryClient();
  const end = useMutation({
    mutationFn: () => api.users.revokeSession({ params: { id } }),
    onSuccess: () => {
      onEnded();
      void toast({ tone: 'success', title: t('settings.profile.sessions.ended') });
    },
    onError: (error) => void dialogs.error({ text: failureText(t, error) ?? t('errors.internal') }),
    // Also after an error: the session may have ended already.
    onSettled: () => cache.invalidateQueries(sessionsQuery),
  });
  const ask = async () => {
    const title = t('settings.profile.sessions.confirm');
    const text = t('settings.profile.sessions.confirmText', { browser });
    const [yes, no] = [t('settings.profile.sessions.end'), t('common.action.cancel')];
    if (await dialogs.confirm({ title, text, yes, no })) end.mutate();
  };
  return (
    <Button
      variant="white"
      size="sm"
      aria-label={t('settings.profile.sessions.endNamed', { browser })}
      loading={end.isPending}
      onClick={() => void ask()}
    >
      {t('settings.profile.sessions.end')}
    </Button>
  );
}
