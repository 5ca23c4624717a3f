import type { SubscriptionProduct } from '#contract/products.ts';
import { limitFields } from '#contract/usage/limits.ts';
import { EntityValue } from '#web/components/entity/value.tsx';
import { usePricingTexts } from '#web/components/pricing/texts.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Card } from '#web/ui/card.tsx';
import { DetailsList } from '#web/ui/details-list.tsx';
import { productForm } from './catalogue.ts';

type Name = keyof typeof productForm.fields;

/**
 * Renders the details of a product read-only, with description and badge as visitors see them
 * (R-PRD-10).
 */
export function ProductOverview({ product }: { product: SubscriptionProduct }) {
  const { t } = useTranslation();
  const texts = usePricingTexts();
  const shown: Partial<Record<Name, string>> = {
    description: texts.own(product.description),
    badge: texts.own(product.badge),
    ...Object.fromEntries(
      limitFields
        .filter((field) => product[field] === 0)
        .map((field) => [field, t('catalogue.unlimited')]),
    ),
    ...(product.auditDays === 0 && { auditDays: t('catalogue.forever') }),
  };
  const names = Object.keys(productForm.fields) as Name[];
  return (
    <Card>
      <DetailsList
        details={names.map((name) => ({
          key: name,
          label: t(`catalogue.field.${name}`),
          value:
            (shown[name] ?? (
              <EntityValue kind={productForm.fields[name].kind} value={product[name]} />
            )) ||
            '–',
        }))}
      />
    </Card>
  );
}
