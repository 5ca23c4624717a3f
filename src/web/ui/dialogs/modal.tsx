import { Dialog } from '@base-ui/react/dialog';
import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { IconButton } from '#web/ui/icon-button.tsx';
import { useKitTexts } from '#web/ui/kit-texts.tsx';
import { DialogsProvider } from './dialogs.tsx';

/** Classes of the backdrop of a dialog. */
export const backdropClass = clsx(
  'fixed inset-0 z-50 bg-backdrop transition-opacity duration-200',
  'data-ending-style:opacity-0 data-starting-style:opacity-0',
);

/** Classes of a dialog's box: in the middle of the screen; at the bottom on a phone. */
export const popupClass = clsx(
  'fixed z-50 flex max-h-[calc(100dvh-2rem)] flex-col border border-line bg-raised text-ink shadow-lg outline-none',
  'inset-x-0 bottom-0 rounded-t-xl sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:-translate-1/2 sm:rounded-xl',
  'transition-[opacity,transform,scale] duration-200 ease-out',
  'data-ending-style:opacity-0 data-starting-style:opacity-0',
  'max-sm:data-ending-style:translate-y-8 max-sm:data-starting-style:translate-y-8',
  'sm:data-ending-style:scale-97 sm:data-starting-style:scale-97',
);

const widths = { sm: 'sm:w-md', md: 'sm:w-xl', lg: 'sm:w-4xl' };

type Props = {
  title: string;
  onClose: () => void;
  /** Omit it if the dialog is only rendered while it is open. */
  open?: boolean;
  size?: keyof typeof widths;
  /** True while a request runs: the dialog stays open, because the reply, for example a secret, is shown in it. */
  busy?: boolean;
  /** Buttons below the content. */
  footer?: ReactNode;
  children: ReactNode;
};

/** Renders a dialog with custom content, like a picture or a short form. */
export function Modal(props: Props) {
  const { title, onClose, open = true, size = 'sm', busy = false, footer, children } = props;
  const texts = useKitTexts();
  const finalFocus = useFinalFocus(open);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => next || busy || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropClass} />
        <Dialog.Popup
          finalFocus={finalFocus}
          className={clsx(popupClass, widths[size], 'sm:max-w-[calc(100vw-2rem)]')}
        >
          <div className="flex items-center justify-between gap-4 py-3 pr-3 pl-5">
            <Dialog.Title className="text-base font-semibold">{title}</Dialog.Title>
            <Dialog.Close
              render={
                <IconButton label={texts.close}>
                  <X aria-hidden />
                </IconButton>
              }
            />
          </div>
          <DialogsProvider>
            <div className="min-h-0 flex-1 overflow-y-auto px-5 pb-5">{children}</div>
            {footer && (
              <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">
                {footer}
              </div>
            )}
          </DialogsProvider>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary';

/** Returns an element and those around it, from the inside, within the content of the page. */
const chainOf = (element: Element | null): Element[] =>
  element && !element.matches('main, body') ? [element, ...chainOf(element.parentElement)] : [];

/**
 * Returns the function that finds what has the focus after a dialog: what had it before or, if the dialog replaced
 * that, the first control of what is left around it. Without one the focus would be lost.
 */
function useFinalFocus(open: boolean) {
  // Read while the dialog opens, before it has the focus; an open one may be rendered by the server, where nothing has it.
  const chain = useMemo(
    () => (open && !import.meta.env.SSR ? chainOf(document.activeElement) : []),
    [open],
  );
  return () => {
    const [opener] = chain;
    if (!opener || opener.isConnected) return true;
    return (
      chain
        .filter((element) => element.isConnected)
        .map((element) => element.querySelector<HTMLElement>(focusable))
        .find((control) => control !== null) ?? true
    );
  };
}
