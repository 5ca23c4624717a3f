import type { SubscriptionProduct } from '#contract/products.ts';
import { forLimitFields } from '#contract/usage/limits.ts';
import { EntityField } from '#web/components/entity/field.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { productForm } from './catalogue.ts';
import { useOwnTexts } from './use-own-texts.ts';

type Name = keyof typeof productForm.fields;

/**
 * Renders the fields of a product, of a new one by default. The provider's id is read-only after
 * creation.
 */
export function ProductFields({ product }: { product?: SubscriptionProduct }) {
  const { t } = useTranslation();
  const { isKey } = useOwnTexts();
  const hints: Partial<Record<Name, string>> = {
    ...(!product && { serviceId: t('catalogue.hint.serviceId') }),
    ...(product && isKey(product.description) && { description: t('catalogue.hint.translated') }),
    ...(product && isKey(product.badge) && { badge: t('catalogue.hint.translated') }),
    ...forLimitFields(t('catalogue.hint.limit')),
    maxUsers: t('catalogue.hint.maxUsers'),
    auditDays: t('catalogue.hint.auditDays'),
  };
  const names = Object.keys(productForm.fields) as Name[];
  return (
    <>
      {names.map((name) => (
        <EntityField
          key={name}
          name={name}
          field={productForm.fields[name]}
          label={t(`catalogue.field.${name}`)}
          hint={hints[name]}
          disabled={product !== undefined && name === 'serviceId'}
        />
      ))}
    </>
  );
}
