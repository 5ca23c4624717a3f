import { AlertDialog } from '@base-ui/react/alert-dialog';
import { clsx } from 'clsx';
import { CircleCheck, CircleHelp, CircleX, TriangleAlert } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { useKitTexts } from '#web/ui/kit-texts.tsx';
import type { OpenDialog } from './dialogs.tsx';
import { backdropClass, popupClass } from './modal.tsx';

const looks = {
  confirm: { icon: CircleHelp, ink: 'bg-sunken text-ink' },
  danger: { icon: TriangleAlert, ink: 'bg-danger-soft text-danger-ink' },
  success: { icon: CircleCheck, ink: 'bg-success-soft text-success-ink' },
  error: { icon: CircleX, ink: 'bg-danger-soft text-danger-ink' },
};

/** Renders one open dialog of the provider. */
export function DialogView({ dialog }: { dialog: OpenDialog }) {
  const texts = useKitTexts();
  const { kind, title, text, yes, no, danger, answer } = dialog;
  const { icon: Icon, ink } = looks[danger ? 'danger' : kind];
  return (
    <AlertDialog.Root defaultOpen onOpenChange={(open) => open || answer(false)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={backdropClass} forceRender />
        <AlertDialog.Popup className={clsx(popupClass, 'p-5 sm:w-md')}>
          <div className="flex gap-4">
            <span
              className={clsx(
                'flex size-10 shrink-0 items-center justify-center rounded-full',
                ink,
              )}
            >
              <Icon aria-hidden className="size-5" />
            </span>
            <div className="min-w-0 flex-1 pt-0.5">
              <AlertDialog.Title className="text-base font-semibold text-balance">
                {title ?? texts.error}
              </AlertDialog.Title>
              {text && (
                <AlertDialog.Description
                  render={<div />}
                  className="mt-1.5 text-sm text-pretty text-muted"
                >
                  {text}
                </AlertDialog.Description>
              )}
            </div>
          </div>
          <div className="mt-6 flex flex-wrap justify-end gap-2 max-sm:*:flex-1">
            {kind === 'confirm' ? (
              <>
                <Button variant="white" onClick={() => answer(false)}>
                  {no ?? texts.no}
                </Button>
                <Button variant={danger ? 'destructive' : 'primary'} onClick={() => answer(true)}>
                  {danger && <Icon aria-hidden className="size-4" />}
                  {yes ?? texts.yes}
                </Button>
              </>
            ) : (
              <Button variant="white" onClick={() => answer(true)}>
                {texts.close}
              </Button>
            )}
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
