import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

type Props = {
  label: string;
  icon: ReactNode;
  onAct: () => Promise<unknown>;
};

/** Renders an icon button that shows a spinner while its action runs. */
export function BusyIconButton({ label, icon, onAct }: Props) {
  const { mutate, isPending } = useMutation({ mutationFn: onAct });
  return (
    <IconButton label={label} aria-busy={isPending} disabled={isPending} onClick={() => mutate()}>
      {isPending ? <Spinner /> : icon}
    </IconButton>
  );
}
