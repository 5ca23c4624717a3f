import { useMutation } from '@tanstack/react-query';
import { Fingerprint, Smartphone, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { Failure } from '#contract/errors.ts';
import { api } from '#web/api/api.ts';
import { queryClient } from '#web/api/queries.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { RecoveryCodeList } from '#web/components/security/recovery-code-list.tsx';
import { TotpSetup, type TotpSecret } from '#web/components/security/totp-setup.tsx';
import { useBrowser } from '#web/components/security/use-browser.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { takeResumePath } from '#web/session/resume.ts';
import { homePath } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';

/** Loads the page that the person wanted as a new document, which reads the session again. */
const proceed = () => window.location.assign(takeResumePath() ?? homePath);

type Step = { secret: TotpSecret } | { codes: string[] } | null;

type Props = {
  supportsPasskeys: boolean;
  /** End of the grace; null if the organization can't be entered without a second factor. */
  graceUntil: string | null;
};

/** Sets up a second factor outside of the organization, then continues to it (R-POL-06). */
export function Enrollment({ supportsPasskeys, graceUntil }: Props) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { name } = useBrowser(navigator.userAgent);
  const [step, setStep] = useState<Step>(null);
  const run = useMutation({ mutationFn: (work: () => Promise<void>) => work() }, queryClient);
  const refusal = run.error instanceof Failure ? failureText(t, run.error) : null;
  const startTotp = async () => setStep({ secret: await api.factors.startTotp() });
  const addPasskey = async () => {
    const options = await api.factors.startPasskey();
    const { createPasskey } = await import('#web/components/security/passkey.ts');
    const passkey = await createPasskey(options);
    const { recoveryCodes } = await api.factors.addPasskey({ body: { name, passkey } });
    if (recoveryCodes.length === 0) proceed();
    else setStep({ codes: recoveryCodes });
  };

  if (step && 'secret' in step) return <TotpSetup secret={step.secret} onDone={proceed} />;
  if (step) return <RecoveryCodeList codes={step.codes} onDone={proceed} />;
  return (
    <div className="grid gap-3">
      {supportsPasskeys && (
        <Way
          icon={Fingerprint}
          title={t('policies.entry.passkey')}
          text={t('policies.entry.passkeyText')}
          disabled={run.isPending}
          onChoose={() => run.mutate(addPasskey)}
        />
      )}
      <Way
        icon={Smartphone}
        title={t('policies.entry.totp')}
        text={t('policies.entry.totpText')}
        disabled={run.isPending}
        onChoose={() => run.mutate(startTotp)}
      />
      <p role="alert" className="text-sm text-danger-ink empty:hidden">
        {run.error && (refusal ?? t('policies.entry.passkeyFailed'))}
      </p>
      {graceUntil !== null && (
        <div className="mt-2 flex flex-wrap items-center justify-between gap-3">
          <p className="min-w-0 flex-1 basis-48 text-sm text-muted">
            {t('policies.entry.factorGrace', { date: formats.date(graceUntil, 'short') })}
          </p>
          <Button variant="white" size="sm" onClick={proceed}>
            {t('policies.entry.later')}
          </Button>
        </div>
      )}
    </div>
  );
}

type WayProps = {
  icon: LucideIcon;
  title: string;
  text: string;
  disabled: boolean;
  onChoose: () => void;
};

function Way({ icon: Icon, title, text, disabled, onChoose }: WayProps) {
  return (
    <button
      type="button"
      disabled={disabled}
      onClick={onChoose}
      className="flex cursor-pointer items-start gap-3 rounded-lg border border-line-strong p-4 text-left transition-colors hover:border-ink disabled:cursor-wait disabled:opacity-60"
    >
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-accent-ink" />
      <span className="min-w-0">
        <span className="block text-sm font-semibold">{title}</span>
        <span className="mt-0.5 block text-sm text-pretty text-muted">{text}</span>
      </span>
    </button>
  );
}
