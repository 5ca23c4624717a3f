import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { highestRoleOf, lowestTierOf } from '#contract/access.ts';
import type { FieldKind } from '#contract/fields.ts';
import { choiceName } from './entity-choices.ts';
import { useFormats } from './use-formats.ts';
import { useTierNames } from './use-tier-names.ts';

/** Kinds whose values are figures: they line up by their last digit. */
const figures: readonly FieldKind[] = ['Number', 'Count', 'Money'];

/** On which side the values of a kind stand in a table. */
export const alignmentOf = (kind: FieldKind) => (figures.includes(kind) ? 'end' : 'start');

/** A stored value as its kind is read; nothing for an empty one. */
export function EntityValue({ kind, value }: { kind: FieldKind; value: unknown }) {
  const { t } = useTranslation();
  const formats = useFormats();
  if (value === null || value === undefined || value === '') return null;
  switch (kind) {
    case 'String':
      return String(value);
    case 'TextArea':
      return <span className="line-clamp-2 max-w-prose whitespace-pre-line">{String(value)}</span>;
    case 'Bool':
      return value ? (
        <Check aria-label={t('common.kit.yes')} className="size-4" />
      ) : (
        t('common.kit.no')
      );
    case 'Number':
    case 'Count':
      return formats.number(Number(value));
    case 'Money':
      return formats.money(Number(value), 'usd');
    case 'Date':
      return <span className="whitespace-nowrap">{formats.date(String(value), 'short')}</span>;
    case 'Image':
      return <img src={String(value)} alt="" className="size-10 rounded-md object-cover" />;
    case 'File':
      return (
        <a href={String(value)} download className="underline">
          {t('common.file.open')}
        </a>
      );
    case 'ResourceFileType':
    case 'SubscriptionPriceType':
    case 'SubscriptionBillingPeriod':
    case 'UserType':
    case 'UserLoginType':
      return choiceName(t, kind, value);
    case 'TenantUserRoles': {
      const role = highestRoleOf(listed(value));
      return role === null ? t('common.everyone') : choiceName(t, kind, role);
    }
    case 'SubscriptionProducts':
      return <MinimumProduct tier={lowestTierOf(listed(value))} />;
    default:
      return kind satisfies never;
  }
}

/** The product of the lowest tier that a gate admits, by its present name. */
function MinimumProduct({ tier }: { tier: number | null }) {
  const { t } = useTranslation();
  const nameOf = useTierNames();
  return tier === null ? t('common.everyone') : nameOf(tier);
}

const listed = (value: unknown) => (Array.isArray(value) ? value : [value]).map(Number);
