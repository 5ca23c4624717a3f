import { Check, X } from 'lucide-react';
import { highestRoleOf, lowestTierOf } from '#contract/access.ts';
import type { FieldKind } from '#contract/entities/fields.ts';
import { useTierNames } from '#web/components/pricing/use-tier-names.ts';
import { useAmounts } from '#web/components/use-amounts.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useTranslation } from '#web/session/translation.ts';
import { choiceName } from './choices.ts';

/** Kinds with numeric values, which are right-aligned. */
const numericKinds: readonly FieldKind[] = ['Number', 'Count', 'Money'];

/** Returns the alignment of a kind's values in a table. */
export const alignmentOf = (kind: FieldKind) => (numericKinds.includes(kind) ? 'end' : 'start');

/** Renders a stored value by its kind; nothing if it is empty. */
export function EntityValue({ kind, value }: { kind: FieldKind; value: unknown }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { amount } = useAmounts();
  if (value === null || value === undefined || value === '') return null;
  switch (kind) {
    case 'String':
      return <span className="line-clamp-2 wrap-anywhere">{String(value)}</span>;
    case 'TextArea':
      return <span className="line-clamp-2 max-w-prose whitespace-pre-line">{String(value)}</span>;
    case 'Bool':
      return value ? (
        <Check role="img" aria-label={t('common.kit.yes')} className="size-4" />
      ) : (
        <X role="img" aria-label={t('common.kit.no')} className="size-4 text-muted" />
      );
    case 'Number':
    case 'Count':
      return formats.number(Number(value));
    case 'Money':
      return amount(Number(value));
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
      const role = highestRoleOf(toNumbers(value));
      return role === null ? t('common.everyone') : choiceName(t, kind, role);
    }
    case 'SubscriptionProducts':
      return <MinimumProduct tier={lowestTierOf(toNumbers(value))} />;
    default:
      return kind satisfies never;
  }
}

/** Renders the current name of the product with the lowest tier that a gate admits. */
function MinimumProduct({ tier }: { tier: number | null }) {
  const { t } = useTranslation();
  const nameOf = useTierNames();
  return tier === null ? t('common.everyone') : nameOf(tier);
}

const toNumbers = (value: unknown) => (Array.isArray(value) ? value : [value]).map(Number);
