import type { ImportPreview } from '#contract/imports/imports.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';

type Props = {
  preview: ImportPreview;
  isSkipped: boolean;
  onChange: (isSkipped: boolean) => void;
};

/** Tells how many rows exist as transactions already, and leaves them out or imports them again (R-IMP-10). */
export function ExistingRows({ preview: { existing, valid }, isSkipped, onChange }: Props) {
  const { t } = useTranslation();
  const { number, date } = useFormats();
  const { rows, from } = existing;
  return (
    <>
      <Banner
        tone="warning"
        title={t('imports.existing', { count: rows, number: number(rows), valid: number(valid) })}
      >
        {from &&
          t('imports.existingFrom', { file: from.fileName, time: date(from.createdAt, 'long') })}
      </Banner>
      <Checkbox
        label={t('imports.skipExisting')}
        hint={t('imports.skipExistingHint')}
        checked={isSkipped}
        onChange={({ target }) => onChange(target.checked)}
      />
    </>
  );
}
