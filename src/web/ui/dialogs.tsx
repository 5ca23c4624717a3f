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

/** What a dialog says. */
export interface Message {
  title: string;
  text?: ReactNode;
}

/** A question; its labels are yes and no unless told otherwise. */
export interface Question extends Message {
  yes?: string;
  no?: string;
  /** Yes destroys something. */
  danger?: boolean;
}

/** A dialog on its way: what it shows, and what to call with the answer. */
export interface OpenDialog extends Partial<Question> {
  id: number;
  kind: 'confirm' | 'success' | 'error';
  answer: (yes: boolean) => void;
}

export interface Dialogs {
  /** Resolves to whether yes was pressed. */
  confirm: (question: Question) => Promise<boolean>;
  /** Resolves when it was closed. */
  success: (message: Message) => Promise<void>;
  /** Resolves when it was closed. Its title is the kit's word for an error unless given. */
  error: (message: Partial<Message>) => Promise<void>;
}

const Context = createContext<Dialogs | undefined>(undefined);
const DialogView = lazy(async () => ({ default: (await import('./dialog-view.tsx')).DialogView }));

interface Props {
  ref?: Ref<Dialogs>;
  children: ReactNode;
}

/**
 * Shows the shared dialogs; one at the root of the page, and one in every panel, so that the focus
 * knows which is on top. Their code loads with the first one.
 */
export function DialogsProvider({ ref, children }: Props) {
  const [open, setOpen] = useState<OpenDialog[]>([]);
  const next = useRef(0);
  const dialogs = useMemo<Dialogs>(() => {
    const show = (kind: OpenDialog['kind'], message: Partial<Question>) => {
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

/** The shared dialogs: `if (await dialogs.confirm({ title })) …`. */
export function useDialogs(): Dialogs {
  const dialogs = use(Context);
  if (!dialogs) throw new Error('useDialogs needs a DialogsProvider around it');
  return dialogs;
}
