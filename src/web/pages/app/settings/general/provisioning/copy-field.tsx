import { Copy } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toaster.tsx';

/** Renders a value with a button that copies it. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      await toast({ tone: 'success', title: t('provisioning.copied') });
    } catch {
      // The clipboard API needs a secure origin; select the text instead.
      field.current?.select();
      await toast({ tone: 'info', title: t('provisioning.notCopied') });
    }
  };
  return (
    <div className="flex flex-wrap items-end gap-2">
      <TextField ref={field} label={label} value={value} readOnly className="flex-1 basis-60" />
      <Button
        variant="secondary"
        aria-label={t('provisioning.copyLabel', { name: label })}
        onClick={() => void copy()}
      >
        <Copy aria-hidden className="size-4" />
        {t('provisioning.copy')}
      </Button>
    </div>
  );
}
