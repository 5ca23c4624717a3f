import { useMutation } from '@tanstack/react-query';
import type { SsoSettings } from '#contract/sso/connection.ts';
import { api } from '#web/api/api.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { continueAtProvider } from '#web/components/sso/flow.ts';
import { namesOfKeys } from '#web/pages/app/settings/api-keys/queries.ts';
import { CopyField } from '#web/pages/app/settings/general/provisioning/copy-field.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { refreshSso } from './queries.ts';

/** Returns a function that asks before the access by a provider ends, and names the API keys that end with it (R-SSO-16). */
function useProviderQuestion() {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  return async (question: Record<'title' | 'text' | 'yes', string>) => {
    const keys = await namesOfKeys(({ byProvider }) => byProvider);
    const text = keys ? `${question.text} ${t('sso.activation.keys', { keys })}` : question.text;
    return dialogs.confirm({ ...question, text, no: t('common.action.cancel'), danger: true });
  };
}

/** Tests the draft by a sign-in and activates it; deactivates the connection (R-SSO-02). */
export function Activation({ settings: { draft, active, addresses } }: { settings: SsoSettings }) {
  const { t } = useTranslation();
  const test = useMutation({
    mutationFn: () => api.sso.test(),
    onSuccess: (started) => void continueAtProvider(started),
  });
  const activate = useMutation({
    mutationFn: () => api.sso.activate(),
    onSuccess: () => void toast({ tone: 'success', title: t('sso.activation.activated') }),
    onSettled: refreshSso,
  });
  const ask = useProviderQuestion();
  const askAndActivate = async () => {
    const sure =
      !replacesProvider({ draft, active }) ||
      (await ask({
        title: t('sso.activation.replaceTitle'),
        text: t('sso.activation.replaceText'),
        yes: t('sso.activation.activate'),
      }));
    if (sure) activate.mutate();
  };
  const failure = test.error ?? activate.error;
  const state = stateOf({ draft, active });
  return (
    <Card
      footer={
        <>
          {active && <Deactivate />}
          <Button
            variant="white"
            disabled={!draft}
            loading={test.isPending || test.isSuccess}
            onClick={() => test.mutate()}
          >
            {t('sso.activation.test')}
          </Button>
          <Button
            disabled={state !== 'tested'}
            loading={activate.isPending}
            onClick={() => void askAndActivate()}
          >
            {t('sso.activation.activate')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <div className="flex flex-wrap items-center gap-3">
          <Badge tone={active ? 'success' : 'neutral'}>
            {t(active ? 'sso.activation.active' : 'sso.activation.inactive')}
          </Badge>
          <p className="text-sm text-muted">{t(`sso.activation.${state}`)}</p>
        </div>
        {failure && (
          <Banner tone="danger" role="alert">
            {failureText(t, failure) ?? t('errors.internal')}
          </Banner>
        )}
        {active && <CopyField label={t('sso.activation.signInAddress')} value={addresses.signIn} />}
      </div>
    </Card>
  );
}

/** Returns the state of the draft; an active connection repeats the test of the draft that it comes from. */
function stateOf({ draft, active }: Pick<SsoSettings, 'draft' | 'active'>) {
  if (!draft) return 'needsDraft';
  if (draft.testedAt === null) return 'untested';
  return draft.testedAt === active?.testedAt ? 'inUse' : 'tested';
}

/** Returns true if activating the draft ends the sessions of another provider (R-SSO-16). */
const replacesProvider = ({ draft, active }: Pick<SsoSettings, 'draft' | 'active'>) =>
  active !== null && (draft?.protocol !== active.protocol || draft.issuer !== active.issuer);

function Deactivate() {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const deactivate = useMutation({
    mutationFn: () => api.sso.deactivate(),
    onSettled: refreshSso,
    onError: (error) => void dialogs.error({ text: failureText(t, error) ?? t('errors.internal') }),
  });
  const ask = useProviderQuestion();
  const askAndDeactivate = async () => {
    const sure = await ask({
      title: t('sso.activation.deactivateTitle'),
      text: t('sso.activation.deactivateText'),
      yes: t('sso.activation.deactivate'),
    });
    if (sure) deactivate.mutate();
  };
  return (
    <Button
      variant="danger"
      className="mr-auto"
      loading={deactivate.isPending}
      onClick={() => void askAndDeactivate()}
    >
      {t('sso.activation.deactivate')}
    </Button>
  );
}
