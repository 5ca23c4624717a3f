import type { ImportPreview } from '#contract/imports/imports.ts';
import { missingFields } from '#contract/imports/mapping.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';

/** Names what a person has to choose before the file can be imported. */
export function OpenChoices({ preview }: { preview: ImportPreview }) {
  const { t } = useTranslation();
  const missing = missingFields(preview.columns);
  const unclear = (['dateFormat', 'decimalMark'] as const).filter((name) => preview[name] === null);
  return (
    <>
      {missing.length > 0 && (
        <Banner tone="info">
          {t('imports.missing', {
            fields: missing.map((field) => t(`transactions.fields.${field}`)).join(', '),
          })}
        </Banner>
      )}
      {unclear.length > 0 && (
        <Banner tone="warning">
          {t('imports.unclear', {
            formats: unclear.map((name) => t(`imports.${name}`)).join(', '),
          })}
        </Banner>
      )}
    </>
  );
}
