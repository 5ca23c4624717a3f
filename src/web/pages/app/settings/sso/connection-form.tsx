import { useForm, useWatch } from 'react-hook-form';
import { ssoProtocols, type SsoSettings } from '#contract/sso/connection.ts';
import {
  schemaResolver,
  setFormFailure,
  useFieldError,
} from '#web/components/forms/form-failures.ts';
import { FormFooter } from '#web/components/forms/form-footer.tsx';
import { roleName } from '#web/components/role-name.ts';
import { CopyField } from '#web/pages/app/settings/general/provisioning/copy-field.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Card } from '#web/ui/card.tsx';
import { Switch } from '#web/ui/checkbox.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toaster.tsx';
import {
  connectionSchema,
  saveConnection,
  toValues,
  mappedRoles,
  roleFields,
  type ConnectionFields,
} from './connection-values.ts';
import { refreshSso } from './queries.ts';
import { SamlFields } from './saml-fields.tsx';
import { unassisted } from './unassisted.ts';

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

/** Renders who is added at the first sign-in, and which roles groups give (R-SSO-05, R-SSO-06). */
function JoinFields({ form: { register } }: { form: ConnectionFields }) {
  const { t } = useTranslation();
  return (
    <>
      <Switch
        {...register('provisions')}
        label={t('sso.connection.provisions')}
        hint={t('sso.connection.provisionsHint')}
      />
      <Select
        {...register('defaultRole')}
        label={t('sso.connection.defaultRole')}
        options={roleFields.map((name) => ({
          value: mappedRoles[name],
          label: roleName(t, mappedRoles[name]),
        }))}
      />
      <TextField
        {...register('roleClaim')}
        {...unassisted}
        label={t('sso.connection.roleClaim')}
        hint={t('sso.connection.roleClaimHint')}
        optional
      />
      <div className="grid gap-5 sm:grid-cols-3">
        {roleFields.map((name) => (
          <TextField
            key={name}
            {...register(name)}
            {...unassisted}
            label={t(`sso.connection.${name}Value`)}
          />
        ))}
      </div>
    </>
  );
}

type Props = {
  form: ConnectionFields;
  settings: SsoSettings;
};

/** Renders the settings of OpenID Connect (R-SSO-01). */
function OidcFields({ form: { register, formState }, settings }: Props) {
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
