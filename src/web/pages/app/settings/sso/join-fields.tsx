import { roleName } from '#web/components/role-name.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Switch } from '#web/ui/checkbox.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { mappedRoles, roleFields, type ConnectionFields } from './connection-values.ts';
import { unassisted } from './unassisted.ts';

/** Renders who is added at the first sign-in, and which roles groups give (R-SSO-05, R-SSO-06). */
export function JoinFields({ form: { register } }: { form: ConnectionFields }) {
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
