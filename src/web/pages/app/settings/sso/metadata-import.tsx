import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { api } from '#web/api/api.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/text-field.tsx';
import type { ConnectionFields } from './connection-values.ts';
import { unassisted } from './unassisted.ts';

/** Fills in the settings from the provider's metadata, pasted or by its address (R-SSO-10). */
export function MetadataImport({ form: { setValue } }: { form: ConnectionFields }) {
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
