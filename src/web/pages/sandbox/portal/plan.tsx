import { failureText } from '#web/components/errors/failure-text.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { usePriceText } from '#web/pages/sandbox/amounts.ts';
import type { SandboxProduct, SandboxSubscription } from '#web/pages/sandbox/payments/records.ts';
import { StatusBadge } from '#web/pages/sandbox/payments/status-badge.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { usePortalMutation } from './portal.ts';

type Props = {
  session: string;
  products: readonly SandboxProduct[];
  subscriptions: readonly SandboxSubscription[];
};

/**
 * Lists the running subscriptions, each of which can be canceled at its period's end or resumed.
 */
export function PortalPlan({ session, products, subscriptions }: Props) {
  const { t } = useTranslation();
  return (
    <Card title={t('sandbox.portal.plan')}>
      {subscriptions.length === 0 && (
        <p className="text-sm text-muted">{t('sandbox.portal.noPlan')}</p>
      )}
      <ul className="divide-y divide-line">
        {subscriptions.map((subscription) => (
          <li key={subscription.id} className="py-4 first:pt-0 last:pb-0">
            <Plan {...{ session, products, subscription }} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

type PlanProps = Omit<Props, 'subscriptions'> & { subscription: SandboxSubscription };

function Plan({ session, products, subscription }: PlanProps) {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const { date } = useFormats();
  const planText = usePriceText(products);
  const change = usePortalMutation<{ subscription: string; cancel: boolean }>(session, 'cancel');
  const { id, status, items, cancel_at: endsAt } = subscription;
  const isEnding = endsAt !== null;
  const end = date((endsAt ?? items.data[0]?.current_period_end ?? 0) * 1_000, 'long');
  const key = isEnding ? 'endsOn' : status === 'trialing' ? 'trialUntil' : 'renews';
  const turn = async (cancel: boolean) => {
    const isSure =
      !cancel ||
      (await dialogs.confirm({
        title: t('sandbox.portal.cancelTitle'),
        text: t('sandbox.portal.cancelText', { date: end }),
        danger: true,
      }));
    if (!isSure) return;
    change.mutate(
      { subscription: id, cancel },
      { onError: (error) => void dialogs.error({ text: failureText(t, error) }) },
    );
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-semibold text-ink">
          {items.data.map(({ price }) => planText(price)).join(', ')}
          <StatusBadge status={status} />
        </p>
        <p className="mt-1 text-sm text-muted">{t(`sandbox.portal.${key}`, { date: end })}</p>
      </div>
      <Button
        variant={isEnding ? 'primary' : 'danger'}
        loading={change.isPending}
        onClick={() => void turn(!isEnding)}
      >
        {isEnding ? t('sandbox.portal.resume') : t('sandbox.portal.cancel')}
      </Button>
    </div>
  );
}
