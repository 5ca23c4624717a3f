import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Failure } from '#contract/errors.ts';
import { queryClient } from '#web/api/queries.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import type { Proof } from './proof-form.tsx';

const focus = (element: HTMLElement | null) => element?.focus();

type Props = {
  /** Offers not to ask this browser again. */
  canRemember: boolean;
  /** Requests the options of the passkey. */
  start: () => Promise<Record<string, unknown>>;
  submit: (proof: Proof<'passkey'>) => Promise<void>;
};

/** Asks for a passkey. The browser shows its own dialog, which it does only when a button is pressed. */
export function PasskeyProof({ canRemember, start, submit }: Props) {
  const { t } = useTranslation();
  const [remember, setRemember] = useState(false);
  const { mutate, isPending, error } = useMutation(
    {
      mutationFn: async () => {
        const { askForPasskey } = await import('./passkey.ts');
        const passkey = await askForPasskey(await start());
        await submit({ method: 'passkey', passkey, remember });
      },
    },
    // The pages of visitors have no provider of it.
    queryClient,
  );
  const refusal = error instanceof Failure ? failureText(t, error) : undefined;
  return (
    <div className="grid gap-5">
      {canRemember && (
        <Checkbox
          label={t('security.remember')}
          hint={t('security.rememberHint')}
          checked={remember}
          onChange={(event) => setRemember(event.target.checked)}
        />
      )}
      <p role="alert" className="text-sm text-danger-ink empty:hidden">
        {error && (refusal ?? t('security.passkeyFailed'))}
      </p>
      <Button ref={focus} loading={isPending} className="min-h-11" onClick={() => mutate()}>
        {t('security.use.passkey')}
      </Button>
    </div>
  );
}
