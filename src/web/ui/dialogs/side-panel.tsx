import { Dialog } from '@base-ui/react/dialog';
import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { IconButton } from '#web/ui/icon-button.tsx';
import { useKitTexts } from '#web/ui/kit-texts.tsx';
import { useUnsavedChanges } from '#web/ui/unsaved-changes.ts';
import { DialogsProvider, type Dialogs } from './dialogs.tsx';
import { backdropClass } from './modal.tsx';

type Props = {
  title: string;
  description?: ReactNode;
  /** Closes the panel: resets its state, or navigates to the page below. */
  onClose: () => void;
  /** Marks the form as changed: closing asks for confirmation. */
  changed?: boolean;
  /** True if a draft of the form is kept in the browser. */
  kept?: boolean;
  /** Buttons fixed at the bottom. A submit button names its form with `form="id"`. */
  footer?: ReactNode;
  children: ReactNode;
};

/**
 * Renders a record or a form beside the page, while it is open. Escape, its button and a press
 * outside close it.
 */
export function SidePanel(props: Props) {
  const { title, description, onClose, changed = false, kept = false, footer, children } = props;
  const texts = useKitTexts();
  const dialogs = useRef<Dialogs>(null);
  const body = useRef<HTMLDivElement>(null);
  // The fields of a form that is loading can't be focused yet: its body has the focus until then.
  useEffect(() => {
    if (document.activeElement === body.current) firstField(body.current)?.focus();
  });
  const close = async () => {
    const leaves =
      !changed ||
      (await dialogs.current?.confirm({
        title: texts.discardTitle,
        text: texts.discardText,
        yes: texts.discard,
        no: texts.keepEditing,
        danger: true,
      }));
    if (leaves) onClose();
  };
  return (
    <Dialog.Root open onOpenChange={(open) => void (open || close())}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropClass} />
        <Dialog.Popup
          className={popupClass}
          // On touch devices focusing the first field would open the on-screen keyboard.
          initialFocus={(opened) => opened === 'touch' || firstField(body.current) || body.current}
        >
          <DialogsProvider ref={dialogs}>
            <div className="flex items-start justify-between gap-4 border-b border-line py-4 pr-3 pl-6">
              <div className="min-w-0 pt-1">
                <Dialog.Title className="text-lg font-semibold tracking-tight">
                  {title}
                </Dialog.Title>
                {description && (
                  <Dialog.Description className="mt-0.5 text-sm text-muted">
                    {description}
                  </Dialog.Description>
                )}
              </div>
              <Dialog.Close
                render={
                  <IconButton label={texts.close}>
                    <X aria-hidden />
                  </IconButton>
                }
              />
            </div>
            <PanelChanges changed={changed} kept={kept} />
            <div
              ref={body}
              tabIndex={-1}
              className="min-h-0 flex-1 overflow-y-auto px-6 py-5 outline-none"
            >
              {children}
            </div>
            {footer && (
              <div className="flex flex-wrap justify-end gap-2 border-t border-line px-6 py-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
                {footer}
              </div>
            )}
          </DialogsProvider>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Registers the panel's form where its own dialogs are used. */
function PanelChanges({ changed, kept }: { changed: boolean; kept: boolean }) {
  useUnsavedChanges(changed, { isPanel: true, isKept: kept });
  return null;
}

const firstField = (body: Element | null) =>
  body?.querySelector<HTMLElement>(':is(input, select, textarea):enabled:not([type=file])');

const popupClass = clsx(
  'fixed inset-y-0 right-0 z-50 flex w-full max-w-lg flex-col border-l border-line bg-surface text-ink shadow-lg outline-none',
  'transition-[opacity,transform] duration-200 ease-out',
  'data-ending-style:translate-x-8 data-ending-style:opacity-0',
  'data-starting-style:translate-x-8 data-starting-style:opacity-0',
);
