import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { amountRule, minimumRule } from '#contract/catalogue.ts';
import type { FieldDefinition } from '#contract/entities/fields.ts';
import { currencies, type Currency } from '#contract/money.ts';
import { suggestLocalPrices, type LocalPrice } from '#contract/pricing/local-prices.ts';
import { money } from '#contract/shapes.ts';
import { api } from '#web/api/api.ts';
import { choiceName } from '#web/components/entity/choices.ts';
import { EntityPanel } from '#web/components/entity/panel.tsx';
import { UnknownRecord } from '#web/components/unknown-record.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { toast } from '#web/ui/toaster.tsx';
import type { Route } from './+types/prices-in.ts';
import { productQuery, refreshProducts } from './catalogue.ts';

/** Opens as a panel: the page behind keeps its scroll position. */
export const handle = { panel: true };

/** Adds the prices of a product in another currency, from suggestions (R-PRD-15). */
export default function PricesIn({ params: { id, currency: code } }: Route.ComponentProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data: product } = useQuery(productQuery(id));
  const currency = currencies.find((one) => one === code);
  if (!product) return null;
  const suggested = currency ? suggestLocalPrices(product.prices, currency) : [];
  if (!currency || suggested.length === 0)
    return <UnknownRecord list={`/admin/products/${id}?tab=prices`} />;

  const close = async () => void (await navigate(`/admin/products/${id}?tab=prices`));
  const save = async (prices: LocalPrice[]) => {
    const body = {
      subscriptionProductId: id,
      prices: prices.map((price) => ({ ...price, currency })),
    };
    await api.products.createPrices({ body });
    await refreshProducts();
    await close();
    void toast({ tone: 'success', title: t('catalogue.price.created') });
  };
  const nameOf = ({ billingPeriod }: LocalPrice) =>
    choiceName(t, 'SubscriptionBillingPeriod', billingPeriod);
  const perPrice = <T,>(valueOf: (price: LocalPrice) => T) =>
    Object.fromEntries(suggested.map((price) => [fieldOf(price), valueOf(price)]));
  return (
    <EntityPanel
      form={{
        fields: perPrice((): FieldDefinition => ({ kind: 'Money' })),
        schema: schemaOf(suggested, currency),
        texts: {
          new: t('catalogue.price.inCurrency', { currency: currency.toUpperCase() }),
          edit: '',
          text: t('catalogue.price.suggestedText'),
          fields: perPrice(nameOf),
        },
        initial: { currency, ...perPrice(({ price }) => price) },
      }}
      record={null}
      draft={`prices/new/${id}/${currency}`}
      onSave={save}
      onRemove={close}
      onClose={() => void close()}
    />
  );
}

const fieldOf = ({ billingPeriod }: LocalPrice) => `period${billingPeriod}`;

/** Returns the schema of one amount for each suggested price; it results in the prices. */
function schemaOf(suggested: readonly LocalPrice[], currency: Currency) {
  const amounts = suggested.map((price) => {
    const rules = [amountRule, minimumRule].map(([isMet, { message }]) => ({ isMet, message }));
    const amount = rules.reduce<z.ZodType<number>>(
      (schema, { isMet, message }) =>
        schema.refine((value) => isMet({ currency, price: value }), message),
      money,
    );
    return [fieldOf(price), amount] as const;
  });
  return z
    .object(Object.fromEntries(amounts))
    .transform((input) =>
      suggested.map((price) => ({ ...price, price: input[fieldOf(price)] ?? price.price })),
    );
}
