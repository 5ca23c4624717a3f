import { Copy, RotateCcwKey } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { useSeatLimitPrompt } from './seat-limit.ts';

type Props = { address: string; isFull: boolean; onReset: () => void };

/**
 * Renders the join link with buttons to copy and to reset it. At the seat limit copying is blocked
 * (R-MEM-06).
 */
export function JoinLinkAddress({ address, isFull, onReset }: Props) {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const promptFull = useSeatLimitPrompt();
  const field = useRef<HTMLInputElement>(null);
  const copy = async () => {
    if (isFull) return promptFull();
    try {
      await navigator.clipboard.writeText(address);
      await toast({ tone: 'success', title: t('members.link.copied') });
    } catch {
      // The clipboard API needs a secure origin; select the text instead.
      field.current?.select();
      await toast({ tone: 'info', title: t('members.link.notCopied') });
    }
  };
  const reset = async () => {
    const sure = await dialogs.confirm({
      title: t('members.link.resetTitle'),
      text: t('members.link.resetText'),
      yes: t('members.link.reset'),
      no: t('common.action.cancel'),
      danger: true,
    });
    if (sure) onReset();
  };
  return (
    <div className="flex flex-wrap items-end gap-2">
      <TextField
        ref={field}
        label={t('members.link.address')}
        value={address}
        readOnly
        disabled={isFull}
        className="flex-1 basis-72"
      />
      <Button variant="secondary" onClick={() => void copy()}>
        <Copy aria-hidden className="size-4" />
        {t('members.link.copy')}
      </Button>
      <Button variant="white" onClick={() => void reset()}>
        <RotateCcwKey aria-hidden className="size-4" />
        {t('members.link.reset')}
      </Button>
    </div>
  );
}
