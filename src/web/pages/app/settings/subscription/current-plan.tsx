import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { ProductStatus } from '#contract/membership.ts';
import type { Card as PaymentCard, CurrentSubscription } from '#contract/subscriptions.ts';
import { usePricingTexts } from '#web/components/pricing-texts.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useSession } from '#web/session/session.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Card } from '#web/ui/card.tsx';
import { DetailsList } from '#web/ui/details-list.tsx';

const tones = {
  active: 'success',
  trialing: 'info',
  past_due: 'warning',
  canceled: 'neutral',
} as const satisfies Record<ProductStatus, string>;

const cardText = (t: TFunction, card: PaymentCard | undefined) =>
  card
    ? t('app.subscription.card', {
        brand: card.brand,
        digits: card.lastFourDigits,
        expiry: [card.expiryMonth, card.expiryYear % 100]
          .map((part) => String(part).padStart(2, '0'))
          .join(' / '),
      })
    : t('app.subscription.noCard');

/** The product the organization has now, what it pays and what it may use. */
export function CurrentPlan({ subscription }: { subscription: CurrentSubscription }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const pricing = usePricingTexts();
  const { tenant } = useSession();
  const { activeProduct: product, cards } = subscription;
  if (!product) return <Banner tone="warning">{t('app.subscription.none')}</Banner>;
  const { subscriptionProduct, subscriptionPrice, trialEnds, status, startDate } = product;
  const members = { count: tenant.usersCount, max: subscriptionProduct.maxUsers };
  return (
    <Card
      title={t('app.subscription.current')}
      actions={<Badge tone={tones[status]}>{t(`app.subscription.status.${status}`)}</Badge>}
    >
      <div className="flex flex-wrap items-baseline gap-x-3 pb-5">
        <p className="text-2xl font-semibold tracking-tight">{subscriptionProduct.title}</p>
        <p className="text-muted">
          {pricing.amount(subscriptionPrice)}
          {subscriptionPrice.price > 0 && ` ${pricing.per(subscriptionPrice)}`}
        </p>
      </div>
      <DetailsList
        className="border-t border-line pt-5"
        details={[
          {
            key: 'since',
            label: t('app.subscription.began'),
            value: formats.date(startDate, 'short'),
          },
          ...(status === 'trialing' && trialEnds !== null
            ? [
                {
                  key: 'trial',
                  label: t('app.subscription.trialEnds'),
                  value: formats.date(trialEnds * 1000, 'long'),
                },
              ]
            : []),
          {
            key: 'members',
            label: t('app.subscription.members'),
            value: members.max
              ? t('app.subscription.membersOf', members)
              : t('app.subscription.membersUnlimited', members),
          },
          { key: 'card', label: t('app.subscription.payment'), value: cardText(t, cards[0]) },
        ]}
      />
    </Card>
  );
}
