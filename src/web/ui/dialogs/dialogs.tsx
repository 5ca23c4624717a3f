import {
  createContext,
  useImperativeHandle,
  type Ref,
  lazy,
  Suspense,
  use,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';

/** Texts of a dialog. */
export interface DialogMessage {
  title: string;
  text?: ReactNode;
}

/** Texts of a confirmation; the labels default to yes and no. */
export interface ConfirmOptions extends DialogMessage {
  yes?: string;
  no?: string;
  /** Marks the action as destructive. */
  danger?: boolean;
}

/** An open dialog: its texts and the callback for the answer. */
export interface OpenDialog extends Partial<ConfirmOptions> {
  id: number;
  kind: 'confirm' | 'success' | 'error';
  answer: (yes: boolean) => void;
}

export interface Dialogs {
  /** Resolves to true if the user confirms. */
  confirm: (question: ConfirmOptions) => Promise<boolean>;
  /** Resolves when the dialog is closed. */
  success: (message: DialogMessage) => Promise<void>;
  /** Resolves when the dialog is closed. The title defaults to the kit's word for an error. */
  error: (message: Partial<DialogMessage>) => Promise<void>;
}

const Context = createContext<Dialogs | undefined>(undefined);
const DialogView = lazy(async () => ({ default: (await import('./dialog-view.tsx')).DialogView }));

interface Props {
  ref?: Ref<Dialogs>;
  children: ReactNode;
}

/**
 * Renders the shared dialogs (R-FORM-05): one at the root of the page and one in every panel, so
 * that focus management knows the topmost. Their code loads with the first dialog.
 */
export function DialogsProvider({ ref, children }: Props) {
  const [open, setOpen] = useState<OpenDialog[]>([]);
  const next = useRef(0);
  const dialogs = useMemo<Dialogs>(() => {
    const show = (kind: OpenDialog['kind'], message: Partial<ConfirmOptions>) => {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const id = next.current++;
      const answer = (yes: boolean) => {
        setOpen((dialogs) => dialogs.filter((dialog) => dialog.id !== id));
        resolve(yes);
      };
      setOpen((dialogs) => [...dialogs, { ...message, id, kind, answer }]);
      return promise;
    };
    return {
      confirm: (question) => show('confirm', question),
      success: async (message) => void (await show('success', message)),
      error: async (message) => void (await show('error', message)),
    };
  }, []);
  useImperativeHandle(ref, () => dialogs, [dialogs]);
  return (
    <Context value={dialogs}>
      {children}
      <Suspense>
        {open.map((dialog) => (
          <DialogView key={dialog.id} dialog={dialog} />
        ))}
      </Suspense>
    </Context>
  );
}

/** Returns the shared dialogs: `if (await dialogs.confirm({ title })) …`. */
export function useDialogs(): Dialogs {
  const dialogs = use(Context);
  if (!dialogs) throw new Error('useDialogs must be used within DialogsProvider');
  return dialogs;
}
