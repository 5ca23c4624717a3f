import { useForm, useWatch } from 'react-hook-form';
import { ssoProtocols, type SsoSettings } from '#contract/sso/connection.ts';
import { schemaResolver, setFormFailure } from '#web/components/forms/form-failures.ts';
import { FormFooter } from '#web/components/forms/form-footer.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Card } from '#web/ui/card.tsx';
import { Switch } from '#web/ui/checkbox.tsx';
import { Select } from '#web/ui/select.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { connectionSchema, saveConnection, toValues } from './connection-values.ts';
import { JoinFields } from './join-fields.tsx';
import { OidcFields } from './oidc-fields.tsx';
import { refreshSso } from './queries.ts';
import { SamlFields } from './saml-fields.tsx';

const refusable = ['issuer', 'clientId', 'signInUrl', 'signOutUrl', 'certificates'] as const;

/** Edits the draft of the connection, below the addresses that the identity provider needs (R-SSO-01, R-SSO-10). */
export function ConnectionForm({ settings }: { settings: SsoSettings }) {
  const { t } = useTranslation();
  const form = useForm({
    resolver: schemaResolver(connectionSchema),
    defaultValues: toValues(settings),
  });
  const { register, handleSubmit, setError, reset, control, formState } = form;
  const protocol = useWatch({ control, name: 'protocol' });
  const submit = handleSubmit(async (values) => {
    try {
      await saveConnection(values);
      reset({ ...values, clientSecret: '' });
      await refreshSso();
      void toast({ tone: 'success', title: t('sso.connection.saved') });
    } catch (error) {
      const fieldOf = (name: string) => refusable.find((field) => field === name);
      setFormFailure(error, { setError, fieldOf });
    }
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Card footer={<FormFooter edits state={formState} label={t('sso.connection.save')} />}>
        <div className="grid gap-5">
          <Select
            {...register('protocol')}
            label={t('sso.connection.protocol')}
            options={ssoProtocols.map((value) => ({
              value,
              label: t(`sso.connection.protocols.${value}`),
            }))}
          />
          {protocol === 'oidc' ? (
            <OidcFields form={form} settings={settings} />
          ) : (
            <SamlFields form={form} settings={settings} />
          )}
          <Switch
            {...register('signsOut')}
            label={t('sso.connection.signsOut')}
            hint={t('sso.connection.signsOutHint')}
          />
          <JoinFields form={form} />
        </div>
      </Card>
    </form>
  );
}
