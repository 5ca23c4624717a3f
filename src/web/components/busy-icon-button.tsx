import { useState, type ReactNode } from 'react';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

interface Props {
  label: string;
  icon: ReactNode;
  onAct: () => Promise<unknown>;
}

/** An icon to press that shows that it works until it is done. */
export function BusyIconButton({ label, icon, onAct }: Props) {
  const [busy, setBusy] = useState(false);
  const act = async () => {
    setBusy(true);
    await onAct().finally(() => setBusy(false));
  };
  return (
    <IconButton label={label} aria-busy={busy} disabled={busy} onClick={() => void act()}>
      {busy ? <Spinner /> : icon}
    </IconButton>
  );
}
