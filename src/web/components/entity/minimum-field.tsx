import { useQuery } from '@tanstack/react-query';
import type { Ref } from 'react';
import { highestRoleOf, lowestTierOf } from '#contract/access.ts';
import { availableProductsQuery } from '#web/components/pricing/available-products.ts';
import { useTierNames } from '#web/components/pricing/use-tier-names.ts';
import { useTranslation } from '#web/session/translation.ts';
import type { FieldProps } from '#web/ui/field.tsx';
import { Select, type SelectOption } from '#web/ui/select.tsx';
import { choiceOptions } from './choices.ts';

type Props = {
  name: string;
  ref: Ref<HTMLSelectElement>;
  onBlur: () => void;
  disabled: boolean;
  value: readonly number[];
  onChange: (value: number[]) => void;
} & FieldProps;

/**
 * Chooses the lowest tier of a gate by its product; a tier that is no longer on offer stays listed.
 */
export function MinimumProductField(props: Props) {
  const nameOf = useTierNames();
  const { data = [] } = useQuery(availableProductsQuery);
  const minimum = lowestTierOf(props.value);
  const known = [...data.map(({ tier }) => tier), ...(minimum === null ? [] : [minimum])];
  const tiers = [...new Set(known)].toSorted((a, b) => a - b);
  const options = tiers.map((tier) => ({ value: tier, label: nameOf(tier) }));
  return <MinimumField {...props} minimum={minimum} options={options} />;
}

/** Chooses the least powerful role of a gate. */
export function MinimumRoleField(props: Props) {
  const { t } = useTranslation();
  const options = choiceOptions(t, 'TenantUserRoles');
  return <MinimumField {...props} minimum={highestRoleOf(props.value)} options={options} />;
}

type MinimumProps = {
  minimum: number | null;
  options: readonly SelectOption[];
} & Props;

/** Edits a gate, which is a list in JSON, as one value, because only its minimum counts. */
function MinimumField({ minimum, options, onChange, ...props }: MinimumProps) {
  const { t } = useTranslation();
  return (
    <Select
      {...props}
      options={[{ value: '', label: t('common.everyone') }, ...options]}
      value={minimum ?? ''}
      onChange={({ target: { value } }) => onChange(value === '' ? [] : [Number(value)])}
    />
  );
}
