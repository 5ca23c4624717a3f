import { Download } from 'lucide-react';
import { useState } from 'react';
import { saveFile } from '#web/components/save-file.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';

type Props = {
  codes: string[];
  onDone: () => void;
};

const focus = (element: HTMLElement | null) => element?.focus();

/** Shows new recovery codes, once: they can be downloaded, and must be confirmed as stored (R-MFA-03). */
export function RecoveryCodeList({ codes, onDone }: Props) {
  const { t } = useTranslation();
  const [isStored, setStored] = useState(false);
  const download = () => {
    const text = [t('security.codesTitle'), '', ...codes, ''].join('\n');
    saveFile(new Blob([text], { type: 'text/plain' }), 'pregao-recovery-codes.txt');
  };
  return (
    <div ref={focus} tabIndex={-1} className="grid gap-5 outline-none">
      <Banner tone="warning">{t('security.codesText')}</Banner>
      <ul
        role="list"
        aria-label={t('security.codesTitle')}
        className="grid grid-cols-2 gap-x-4 gap-y-2 rounded-md border border-line bg-canvas p-4 text-center font-mono text-sm"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button variant="white" onClick={download}>
        <Download aria-hidden className="size-4" />
        {t('security.download')}
      </Button>
      <Checkbox
        label={t('security.codesStored')}
        checked={isStored}
        onChange={(event) => setStored(event.target.checked)}
      />
      <Button disabled={!isStored} onClick={onDone}>
        {t('security.done')}
      </Button>
    </div>
  );
}
