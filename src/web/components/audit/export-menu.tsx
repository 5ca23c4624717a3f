import { Download } from 'lucide-react';
import type { AuditFormat } from '#contract/audit.ts';
import type { Locale } from '#locales/locales.ts';
import { useExport } from '#web/components/lists/use-export.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Menu, MenuItem } from '#web/ui/menu/menu.tsx';

type Props = {
  load: (chosen: { format: AuditFormat; language: Locale }) => Promise<Blob>;
};

/** Downloads the shown entries of the audit log, in the format that is chosen. */
export function ExportMenu({ load }: Props) {
  const { t } = useTranslation();
  const save = useExport(t('audit.file'));
  const start = (format: AuditFormat) =>
    save.mutate({ load: (language) => load({ format, language }), extension: format });
  return (
    <Menu
      label={t('audit.export')}
      align="end"
      trigger={
        <Button variant="white" className="max-sm:px-3" loading={save.isPending}>
          <Download aria-hidden className="size-4" />
          <span className="max-sm:sr-only">{t('audit.export')}</span>
        </Button>
      }
    >
      <MenuItem onClick={() => start('csv')}>{t('audit.csv')}</MenuItem>
      <MenuItem onClick={() => start('jsonl')}>{t('audit.jsonl')}</MenuItem>
    </Menu>
  );
}
