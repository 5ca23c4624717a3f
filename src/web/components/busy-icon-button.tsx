import { useState, type ReactNode } from 'react';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

type Props = {
  label: string;
  icon: ReactNode;
  onAct: () => Promise<unknown>;
};

/** Renders an icon button that shows a spinner while its action runs. */
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
