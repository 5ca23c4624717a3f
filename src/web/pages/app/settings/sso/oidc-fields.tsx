import type { SsoSettings } from '#contract/sso/connection.ts';
import { useFieldError } from '#web/components/forms/form-failures.ts';
import { CopyField } from '#web/pages/app/settings/general/provisioning/copy-field.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { PasswordField } from '#web/ui/password-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { ConnectionFields } from './connection-values.ts';
import { unassisted } from './unassisted.ts';

type Props = {
  form: ConnectionFields;
  settings: SsoSettings;
};

/** Renders the settings of OpenID Connect (R-SSO-01). */
export function OidcFields({ form: { register, formState }, settings }: Props) {
  const { t } = useTranslation();
  const errorText = useFieldError();
  const { errors } = formState;
  return (
    <>
      <CopyField label={t('sso.connection.callback')} value={settings.addresses.callback} />
      <CopyField label={t('sso.connection.signedOut')} value={settings.addresses.signedOut} />
      <TextField
        {...register('issuer')}
        {...unassisted}
        label={t('sso.connection.issuer')}
        hint={t('sso.connection.issuerHint')}
        inputMode="url"
        error={errorText(errors.issuer)}
      />
      <TextField
        {...register('clientId')}
        {...unassisted}
        label={t('sso.connection.clientId')}
        error={errorText(errors.clientId)}
      />
      <PasswordField
        {...register('clientSecret')}
        label={t('sso.connection.clientSecret')}
        hint={settings.draft?.hasSecret ? t('sso.connection.secretKept') : undefined}
        autoComplete="off"
        error={errorText(errors.clientSecret)}
        optional
      />
    </>
  );
}
