import { fromMinor } from '#contract/money.ts';
import type { SupportAction } from '#contract/support/actions.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useTranslation } from '#web/session/translation.ts';

/** Returns a function that describes what an operator did. */
export const useSupportTexts = () => {
  const { t } = useTranslation();
  const { date, money } = useFormats();
  return ({ kind, amount, currency, invoice, plan, endsAt }: SupportAction) => {
    const isEndless = kind === 'plan_granted' && endsAt === null;
    return t(`support.did.${isEndless ? 'plan_granted_forever' : kind}`, {
      amount:
        amount === null || currency === null ? '' : money(fromMinor(amount, currency), currency),
      date: endsAt === null ? '' : date(endsAt, 'short'),
      invoice: invoice ?? '',
      plan: plan ?? '',
    });
  };
};
