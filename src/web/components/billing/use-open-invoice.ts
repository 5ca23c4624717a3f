import type { Invoice } from '#contract/invoices.ts';
import { fromMinor } from '#contract/money.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useTranslation } from '#web/session/translation.ts';

/**
 * Returns a function that describes what is to pay, as a row of details; null for nothing. The amount of the newest open
 * invoice includes the older ones. One that was sent is not overdue before its due date.
 */
export function useOpenInvoice() {
  const { t } = useTranslation();
  const { date, money } = useFormats();
  return (invoices: readonly Invoice[], now: Date) => {
    const open = invoices.find(({ amountToPay }) => amountToPay !== null);
    if (!open) return null;
    const { amountToPay, currency, dueDate } = open;
    const value = money(fromMinor(amountToPay ?? 0, currency), currency);
    if (dueDate === null || new Date(dueDate) <= now)
      return { key: 'overdue', label: t('billing.current.overdue'), value };
    const label = t('billing.invoices.dueOn', { date: date(dueDate, 'short') });
    return { key: 'open', label, value };
  };
}
