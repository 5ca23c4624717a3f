import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { SsoSettings } from '#contract/sso/connection.ts';
import { api } from '#web/api/api.ts';
import { DateTime } from '#web/components/date-time.tsx';
import { failureText } from '#web/components/errors/failure-text.ts';
import { useFieldError } from '#web/components/forms/form-failures.ts';
import { CopyField } from '#web/pages/app/settings/general/provisioning/copy-field.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { TextArea, TextField } from '#web/ui/text-field.tsx';
import type { ConnectionFields } from './connection-values.ts';
import { unassisted } from './unassisted.ts';

type Props = {
  form: ConnectionFields;
  settings: SsoSettings;
};

/** Renders the settings of SAML 2.0: by the provider's metadata, or field by field (R-SSO-10). */
export function SamlFields({ form, settings: { addresses, draft } }: Props) {
  const { t } = useTranslation();
  const errorText = useFieldError();
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <>
      <CopyField label={t('sso.saml.entity')} value={addresses.samlEntity} />
      <CopyField label={t('sso.saml.response')} value={addresses.samlResponse} />
      <MetadataImport form={form} />
      <TextField
        {...register('issuer')}
        {...unassisted}
        label={t('sso.saml.issuer')}
        error={errorText(errors.issuer)}
      />
      <TextField
        {...register('signInUrl')}
        {...unassisted}
        label={t('sso.saml.signInUrl')}
        inputMode="url"
        error={errorText(errors.signInUrl)}
      />
      <TextArea
        {...register('certificates')}
        {...unassisted}
        label={t('sso.saml.certificates')}
        hint={t('sso.saml.certificatesHint')}
        error={errorText(errors.certificates)}
      />
      <Expiries certificates={draft?.certificates ?? []} />
      <TextField
        {...register('signOutUrl')}
        {...unassisted}
        label={t('sso.saml.signOutUrl')}
        inputMode="url"
        error={errorText(errors.signOutUrl)}
        optional
      />
    </>
  );
}

type Certificates = NonNullable<SsoSettings['draft']>['certificates'];

/** Lists when the stored certificates expire, so that owners add the next one in time. */
function Expiries({ certificates }: { certificates: Certificates }) {
  const { t } = useTranslation();
  if (certificates.length === 0) return null;
  return (
    <ul role="list" className="grid gap-1 text-sm text-muted">
      {certificates.map(({ fingerprint, subject, expiresAt }) => (
        <li key={fingerprint} className="break-words">
          {subject} · {t('sso.saml.expires')} <DateTime at={expiresAt} />
        </li>
      ))}
    </ul>
  );
}

/** Fills in the settings from the provider's metadata, pasted or by its address (R-SSO-10). */
function MetadataImport({ form: { setValue } }: { form: ConnectionFields }) {
  const { t } = useTranslation();
  const [metadata, setMetadata] = useState('');
  const status = useId();
  const read = useMutation({
    mutationFn: () => api.sso.readMetadata({ body: { metadata } }),
    onSuccess: ({ certificates, ...provider }) => {
      const values = { ...provider, certificates: certificates.join('\n') };
      for (const name of ['issuer', 'signInUrl', 'signOutUrl', 'certificates'] as const) {
        setValue(name, values[name], { shouldDirty: true, shouldValidate: true });
      }
    },
  });
  const failure = read.error ? (failureText(t, read.error) ?? t('errors.internal')) : undefined;
  return (
    <div className="grid justify-items-start gap-3">
      <TextArea
        {...unassisted}
        label={t('sso.saml.metadata')}
        hint={t('sso.saml.metadataHint')}
        value={metadata}
        onChange={(event) => setMetadata(event.target.value)}
        error={failure}
        className="w-full"
        optional
      />
      <Button
        variant="secondary"
        aria-describedby={status}
        disabled={metadata.trim() === ''}
        loading={read.isPending}
        onClick={() => read.mutate()}
      >
        {t('sso.saml.import')}
      </Button>
      <p id={status} role="status" className="text-sm text-muted empty:hidden">
        {read.isSuccess && t('sso.saml.imported')}
      </p>
    </div>
  );
}
