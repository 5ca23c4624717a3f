import type { TransactionImport } from '#contract/imports/imports.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useTranslation } from '#web/session/translation.ts';

/** Returns a function that tells how many transactions were deleted, and how many were kept if any. */
export function useUndoneText() {
  const { t } = useTranslation();
  const { number } = useFormats();
  return ({ removed, kept }: NonNullable<TransactionImport['undone']>) =>
    [
      t('imports.removed', { count: removed, number: number(removed) }),
      ...(kept > 0 ? [t('imports.kept', { count: kept, number: number(kept) })] : []),
    ].join(' · ');
}
