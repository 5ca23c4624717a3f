import { Toast } from '@base-ui/react/toast';
import { CircleCheck, CircleX, Info, X } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import { useKitTexts } from './kit-texts.tsx';
import type { Toast as ToastContent } from './toaster.tsx';

const looks = {
  success: { icon: CircleCheck, ink: 'text-success-ink' },
  error: { icon: CircleX, ink: 'text-danger-ink' },
  info: { icon: Info, ink: 'text-info-ink' },
};

type Tone = { tone: ToastContent['tone'] };

const manager = Toast.createToastManager<Tone>();
const { promise: mounted, resolve: setMounted } = Promise.withResolvers<void>();

/** Shows a toast once the view is mounted: until then nothing listens to the manager. */
export async function showToast({ tone, title, text, action }: ToastContent): Promise<void> {
  await mounted;
  const id = manager.add({
    title,
    description: text,
    data: { tone },
    ...(action && {
      timeout: actionMs,
      actionProps: {
        children: action.label,
        onClick: () => {
          manager.close(id);
          action.onAction();
        },
      },
    }),
  });
}

const actionMs = 10_000;

/**
 * Renders the toasts in the middle at the top, where no side panel or dialog has its buttons; on a
 * phone below the header of the page and of panels.
 */
export function ToasterView() {
  const texts = useKitTexts();
  useEffect(setMounted, []);
  return (
    <Toast.Provider toastManager={manager}>
      <Toast.Portal>
        <Toast.Viewport
          aria-label={texts.messages}
          className="pointer-events-none fixed inset-x-4 top-20 z-60 flex flex-col items-center gap-2 sm:top-4"
        >
          <Toasts />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function Toasts() {
  const texts = useKitTexts();
  const { toasts } = Toast.useToastManager<Tone>();
  return toasts.map((toast) => {
    const { icon: Icon, ink } = looks[toast.data?.tone ?? 'info'];
    return (
      <Toast.Root
        key={toast.id}
        toast={toast}
        // Not a dialog, as by default: it needs no answer.
        role="group"
        aria-modal={undefined}
        swipeDirection="up"
        className={rootClass}
      >
        <Icon aria-hidden className={`mt-1.5 size-5 shrink-0 ${ink}`} />
        <Toast.Content className="min-w-0 flex-1 py-1.5">
          <Toast.Title render={<p />} className="text-sm font-semibold" />
          <Toast.Description className="mt-0.5 text-sm text-muted" />
        </Toast.Content>
        <Toast.Action render={<Button size="sm" variant="white" />} className="my-0.5 shrink-0" />
        <Toast.Close
          // Always visible, so never hidden from screen readers.
          aria-hidden={undefined}
          render={
            <IconButton label={texts.close}>
              <X aria-hidden />
            </IconButton>
          }
        />
      </Toast.Root>
    );
  });
}

const rootClass =
  'pointer-events-auto flex w-full max-w-sm items-start gap-3 rounded-lg border border-line bg-raised py-1.5 pr-1.5 pl-4 text-ink shadow-md ' +
  'transition-[opacity,transform] duration-200 ease-out data-limited:hidden ' +
  'data-ending-style:-translate-y-4 data-ending-style:opacity-0 ' +
  'data-starting-style:-translate-y-4 data-starting-style:opacity-0';
