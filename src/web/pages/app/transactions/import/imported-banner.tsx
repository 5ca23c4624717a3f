import { Link } from 'react-router';
import type { TransactionImport } from '#contract/imports/imports.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';

/** Tells how many transactions were imported, and leads to them. */
export function ImportedBanner({ imported: { rows, fileName } }: { imported: TransactionImport }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  return (
    <Banner
      tone="success"
      title={t('imports.imported', { count: rows, number: number(rows) })}
      action={
        <Button size="sm" variant="white" render={<Link to="/app/transactions" />}>
          {t('imports.show')}
        </Button>
      }
    >
      {fileName}
    </Banner>
  );
}
