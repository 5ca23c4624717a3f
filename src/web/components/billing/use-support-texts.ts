import { fromMinor } from '#contract/money.ts';
import type { SupportAction } from '#contract/support/actions.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useTranslation } from '#web/session/translation.ts';

/** Returns a function that describes what an operator did. */
export function useSupportTexts() {
  const { t } = useTranslation();
  const { date, money } = useFormats();
  return (action: SupportAction) => {
    const { amount, currency, invoice, plan, endsAt } = action;
    return t(`support.did.${textOf(action)}`, {
      amount:
        amount === null || currency === null ? '' : money(fromMinor(amount, currency), currency),
      date: endsAt === null ? '' : date(endsAt, 'short'),
      invoice: invoice ?? '',
      plan: plan ?? '',
    });
  };
}

function textOf({ kind, amount, plan, endsAt }: SupportAction) {
  if (kind === 'plan_granted' && endsAt === null) return 'plan_granted_forever';
  if (kind !== 'invoice_refunded' || plan === null) return kind;
  return amount === null ? 'invoice_ended' : 'invoice_refunded_ended';
}
