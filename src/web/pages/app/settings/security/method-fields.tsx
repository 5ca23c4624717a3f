import { useQuery } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import { identityTier, Role, tierAllows } from '#contract/access.ts';
import { MemberStatus } from '#contract/statuses.ts';
import { api } from '#web/api/api.ts';
import { tenantQueryKey } from '#web/api/queries.ts';
import { useFieldError } from '#web/components/forms/form-failures.ts';
import { personName } from '#web/components/initials.ts';
import { ErrorText } from '#web/components/notifications/error-text.tsx';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Select } from '#web/ui/select.tsx';
import { FieldGroup } from './field-group.tsx';
import { combinedMethods, type PolicyInput } from './policy-input.ts';

type Props = {
  /** True if the identity provider can sign members in. */
  offersSso: boolean;
  /** True if single sign-on is enforced now. */
  isEnforced: boolean;
};

/** Edits the allowed ways to sign in: some of them, or single sign-on alone (R-POL-08). */
export function MethodFields({ offersSso, isEnforced }: Props) {
  const { t } = useTranslation();
  const errorText = useFieldError();
  const { tier } = useSession();
  const { register, control, formState } = useFormContext<PolicyInput>();
  const ssoOnly = useWatch({ control, name: 'ssoOnly' });
  const { methods } = formState.errors;
  return (
    <FieldGroup title={t('policies.methods.title')}>
      {(isEnforced || tierAllows(tier, identityTier)) && (
        <Checkbox
          {...register('ssoOnly')}
          disabled={!offersSso && !isEnforced}
          label={t('policies.methods.ssoOnly')}
          hint={t(`policies.methods.${offersSso || isEnforced ? 'ssoOnlyHint' : 'unavailable'}`)}
        />
      )}
      {isEnforced && !offersSso && <Banner tone="warning">{t('policies.methods.paused')}</Banner>}
      {ssoOnly ? (
        <BreakGlassOwner />
      ) : (
        combinedMethods.map((method) => (
          <Checkbox
            key={method}
            {...register('methods')}
            value={method}
            label={t(`policies.methods.${method}`)}
          />
        ))
      )}
      <p role="alert" className="text-sm text-danger-ink empty:hidden">
        {errorText(methods as { type?: unknown } | undefined)}
      </p>
    </FieldGroup>
  );
}

/** Chooses the owner who may enter without single sign-on (R-POL-09). */
function BreakGlassOwner() {
  const { t } = useTranslation();
  const errorText = useFieldError();
  const { tenant } = useSession();
  const { register, formState } = useFormContext<PolicyInput>();
  const {
    data: members,
    error,
    refetch,
  } = useQuery({
    queryKey: tenantQueryKey('members'),
    queryFn: () => api.members.getAll({ params: { tenantId: tenant.id } }),
  });
  const owners = (members ?? []).filter(
    ({ role, status }) => role === Role.Owner && status === MemberStatus.Active,
  );
  if (error && !members) return <ErrorText error={error} onRetry={() => void refetch()} />;
  if (!members) return null;
  return (
    <Select
      {...register('breakGlassId')}
      label={t('policies.methods.breakGlass')}
      hint={t('policies.methods.breakGlassHint')}
      placeholder={t('policies.methods.choose')}
      options={owners.map((owner) => ({ value: owner.userId, label: personName(owner) }))}
      error={errorText(formState.errors.breakGlassId)}
    />
  );
}
