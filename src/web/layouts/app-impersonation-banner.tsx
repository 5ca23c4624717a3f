import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { User } from '#contract/users.ts';
import { api } from '#web/api/api.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { personName } from '#web/components/initials.ts';
import { cacheUser, signOut, useSession } from '#web/session/session.ts';
import { sessionsQuery } from '#web/session/sessions.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { serverNow } from '#web/ui/clock.ts';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';

type Impersonator = NonNullable<User['impersonatedBy']>;

/** Renders the impersonation banner: both names, the time left and the button that ends it (R-SEC-08). */
export function ImpersonationBanner({ operator }: { operator: Impersonator }) {
  const { t } = useTranslation();
  const { user: person } = useSession();
  const { data } = useQuery(sessionsQuery);
  const minutes = useMinutesUntil(data?.find(({ current }) => current)?.expiresAt);
  const end = useMutation({ mutationFn: signOut });
  const names = { operator: operator.name || operator.email, person: personName(person) };
  return (
    <Banner
      tone="warning"
      className="sticky top-16 z-10 shadow-md lg:top-3"
      title={t('security.acting.banner', names)}
      action={
        <div className="flex flex-wrap gap-2">
          {operator.readOnly && operator.mayWrite && <AllowWriting />}
          <Button size="sm" variant="warning" loading={end.isPending} onClick={() => end.mutate()}>
            {t('security.acting.end')}
          </Button>
        </div>
      }
    >
      {minutes !== undefined && t('security.acting.left', { minutes })}{' '}
      <span className="max-sm:hidden">{t(`security.acting.${ruleOf(operator)}`)}</span>
    </Banner>
  );
}

/** Returns the text of what the operator may do. */
function ruleOf({ readOnly, mayWrite }: Impersonator) {
  if (!readOnly) return 'rule';
  return mayWrite ? 'looking' : 'readOnly';
}

/** Switches the session to writing, after a confirmation (R-OPR-15). */
function AllowWriting() {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.accounts.allowWriting(),
    onSuccess: (user) => void cacheUser(user),
    onError: (error) => void dialogs.error({ text: failureText(t, error) ?? t('errors.internal') }),
  });
  const ask = async () => {
    const title = t('security.acting.writeTitle');
    const [yes, no] = [t('security.acting.write'), t('common.action.cancel')];
    if (await dialogs.confirm({ title, text: t('security.acting.rule'), yes, no })) mutate();
  };
  return (
    <Button size="sm" variant="white" loading={isPending} onClick={() => void ask()}>
      {t('security.acting.write')}
    </Button>
  );
}

/**
 * Returns the whole minutes left; at zero it asks the server once whether the session has ended.
 */
function useMinutesUntil(expiresAt: string | undefined) {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const clock = setInterval(() => setNow(serverNow()), 10_000);
    return () => clearInterval(clock);
  }, []);
  const minutes = expiresAt && Math.ceil((Date.parse(expiresAt) - now.getTime()) / 60_000);
  const isOver = typeof minutes === 'number' && minutes <= 0;
  useEffect(() => {
    // An expired session answers 401, which leads back to the operator's pages.
    if (isOver) void api.users.getCurrent().catch(() => undefined);
  }, [isOver]);
  return typeof minutes === 'number' ? Math.max(0, minutes) : undefined;
}
