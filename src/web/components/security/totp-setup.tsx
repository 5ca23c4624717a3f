import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { encode } from 'uqr';
import { z } from 'zod';
import { factorCode } from '#contract/factors/shapes.ts';
import { api } from '#web/api/api.ts';
import { queryClient, tenantQueryKey } from '#web/api/queries.ts';
import {
  schemaResolver,
  setFormFailure,
  useFieldError,
} from '#web/components/forms/form-failures.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { factorsQuery } from './factors-query.ts';
import { RecoveryCodeList } from './recovery-code-list.tsx';

/** Secret of an authenticator app: as text, and as the address in the QR code. */
export type TotpSecret = { setupKey: string; uri: string };

type Props = {
  secret: TotpSecret;
  onDone: () => void;
};

/** Sets up an authenticator app: scan, confirm with a code, store the recovery codes (R-MFA-01). */
export function TotpSetup({ secret, onDone }: Props) {
  const [codes, setCodes] = useState<string[] | null>(null);
  const confirmed = (recoveryCodes: string[]) => {
    void queryClient.invalidateQueries(factorsQuery);
    void queryClient.invalidateQueries({ queryKey: tenantQueryKey('entry') });
    if (recoveryCodes.length === 0) onDone();
    else setCodes(recoveryCodes);
  };
  if (codes) return <RecoveryCodeList codes={codes} onDone={onDone} />;
  return <ConfirmSecret secret={secret} onConfirmed={confirmed} />;
}

const schema = z.object({ code: factorCode.min(1, 'field.required') });

type ConfirmProps = {
  secret: TotpSecret;
  onConfirmed: (recoveryCodes: string[]) => void;
};

function ConfirmSecret({ secret: { setupKey, uri }, onConfirmed }: ConfirmProps) {
  const { t } = useTranslation();
  const errorText = useFieldError();
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: schemaResolver(schema),
    defaultValues: { code: '' },
  });
  const confirm = handleSubmit(async (body) => {
    try {
      onConfirmed((await api.factors.confirmTotp({ body })).recoveryCodes);
    } catch (error) {
      const fieldOf = (name: string) =>
        ['code', 'factors.invalidCode'].includes(name) ? ('code' as const) : undefined;
      setFormFailure(error, { setError, fieldOf });
    }
  });
  return (
    <form noValidate onSubmit={(event) => void confirm(event)} className="grid gap-5">
      <p className="text-sm text-pretty text-muted">{t('security.scan')}</p>
      <div className="flex flex-wrap items-center gap-5">
        <QrCode value={uri} label={t('security.qrCode')} />
        <div className="min-w-0 flex-1 basis-48">
          <p className="text-sm text-muted">{t('security.typeKey')}</p>
          <p className="mt-1 font-mono text-sm break-all select-all">
            {setupKey.match(/.{1,4}/g)?.join(' ')}
          </p>
        </div>
      </div>
      <TextField
        {...register('code')}
        label={t('security.code')}
        hint={t('security.codeHint')}
        inputMode="numeric"
        autoComplete="one-time-code"
        error={errorText(formState.errors.code)}
      />
      <p role="alert" className="text-sm text-danger-ink empty:hidden">
        {errorText(formState.errors.root?.['server'])}
      </p>
      <Button type="submit" loading={formState.isSubmitting}>
        {t('security.confirm')}
      </Button>
    </form>
  );
}

type QrCodeProps = {
  value: string;
  /** Text for screen readers. */
  label: string;
};

/** Renders a QR code, dark on white in every theme: scanners don't recognize an inverted one. */
function QrCode({ value, label }: QrCodeProps) {
  const { data, size } = encode(value, { border: 3 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-44 rounded-md border border-line forced-color-adjust-none"
    >
      <rect width={size} height={size} fill="white" />
      <path d={path} fill="black" />
    </svg>
  );
}
