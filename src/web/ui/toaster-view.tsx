import { CircleCheck, CircleX, Info, X } from 'lucide-react';
import { Toaster } from 'sonner';
import { useKitTexts } from './kit-texts.tsx';

const classNames = {
  toast:
    'group flex w-(--width) items-start gap-3 rounded-lg border border-line bg-raised py-3 pr-11 pl-4 text-ink shadow-md',
  title: 'text-sm font-semibold',
  description: 'mt-0.5 text-sm text-muted',
  icon: 'mt-px',
  closeButton:
    'absolute top-2 right-2 flex size-8 cursor-pointer items-center justify-center rounded-md text-muted hover:bg-sunken hover:text-ink',
};

const icons = {
  success: <CircleCheck aria-hidden className="size-5 text-success-ink" />,
  error: <CircleX aria-hidden className="size-5 text-danger-ink" />,
  info: <Info aria-hidden className="size-5 text-info-ink" />,
  close: <X aria-hidden className="size-4" />,
};

/** Renders Sonner with the styles of the kit. */
export function ToasterView() {
  const texts = useKitTexts();
  return (
    <Toaster
      containerAriaLabel={texts.notifications}
      position="bottom-right"
      className="font-sans!"
      icons={icons}
      toastOptions={{
        unstyled: true,
        closeButton: true,
        closeButtonAriaLabel: texts.close,
        classNames,
      }}
    />
  );
}
