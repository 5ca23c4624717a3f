import {
  createContext,
  Fragment,
  useImperativeHandle,
  type Ref,
  lazy,
  Suspense,
  use,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';

/** Texts of a dialog. */
export type DialogMessage = {
  title: string;
  text?: ReactNode;
};

/** Texts of a confirmation; the labels default to yes and no. */
export type ConfirmOptions = {
  yes?: string;
  no?: string;
  /** Marks the action as destructive. */
  danger?: boolean;
} & DialogMessage;

/** An open dialog: its texts and the callback for the answer. */
export type OpenDialog = {
  id: number;
  kind: 'confirm' | 'success' | 'error';
  answer: Answer;
} & Partial<ConfirmOptions>;

type Answer = (yes: boolean) => void;
type CustomDialog = { id: number; answer: Answer; render: (answer: Answer) => ReactNode };

export type Dialogs = {
  /** Resolves to true if the user confirms. */
  confirm: (question: ConfirmOptions) => Promise<boolean>;
  /** Resolves when the dialog is closed. */
  success: (message: DialogMessage) => Promise<void>;
  /** Resolves when the dialog is closed. The title defaults to the kit's word for an error. */
  error: (message: Partial<DialogMessage>) => Promise<void>;
  /** Renders another dialog; resolves to its answer. */
  open: (render: CustomDialog['render']) => Promise<boolean>;
};

const Context = createContext<Dialogs | undefined>(undefined);

/** Dialogs of the page, and of the panels over it. */
const levels: Dialogs[] = [];

/** Returns the dialogs of the panel that was opened last, else of the page. */
export const topDialogs = () => levels.at(-1);

/** Loads the code of dialogs, which the app does before it is needed: the network may be lost then. */
export const loadDialogs = () => import('./dialog-view.tsx');

const DialogView = lazy(async () => ({ default: (await loadDialogs()).DialogView }));

type Props = {
  ref?: Ref<Dialogs>;
  children: ReactNode;
};

/**
 * Renders the shared dialogs (R-FORM-05): one at the root of the page and one in every panel, so
 * that focus management knows the topmost. Their code loads with the first dialog; without it the
 * browser's own dialogs are used, because an error here would discard the page with its input.
 */
export function DialogsProvider({ ref, children }: Props) {
  const [open, setOpen] = useState<(OpenDialog | CustomDialog)[]>([]);
  const next = useRef(0);
  const isPage = use(Context) === undefined;
  const dialogs = useMemo<Dialogs>(() => {
    const add = (shown: Omit<OpenDialog, 'id' | 'answer'> | Pick<CustomDialog, 'render'>) => {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const id = next.current++;
      const answer = (yes: boolean) => {
        setOpen((dialogs) => dialogs.filter((dialog) => dialog.id !== id));
        resolve(yes);
      };
      setOpen((dialogs) => [...dialogs, { ...shown, id, answer }]);
      return promise;
    };
    const show = async (kind: OpenDialog['kind'], message: Partial<ConfirmOptions>) =>
      (await isLoaded()) ? add({ ...message, kind }) : showNative(kind, message);
    return {
      confirm: (question) => show('confirm', question),
      success: async (message) => void (await show('success', message)),
      error: async (message) => void (await show('error', message)),
      open: (render) => add({ render }),
    };
  }, []);
  useImperativeHandle(ref, () => dialogs, [dialogs]);
  useEffect(() => {
    // A page that opens with a panel mounts the panel first.
    levels[isPage ? 'unshift' : 'push'](dialogs);
    return () => void levels.splice(levels.indexOf(dialogs), 1);
  }, [dialogs, isPage]);
  return (
    <Context value={dialogs}>
      {children}
      <Suspense>
        {open.map((dialog) =>
          'render' in dialog ? (
            <Fragment key={dialog.id}>{dialog.render(dialog.answer)}</Fragment>
          ) : (
            <DialogView key={dialog.id} dialog={dialog} />
          ),
        )}
      </Suspense>
    </Context>
  );
}

const isLoaded = () =>
  loadDialogs().then(
    () => true,
    () => false,
  );

function showNative(kind: OpenDialog['kind'], { title, text }: Partial<DialogMessage>) {
  const message = [title, typeof text === 'string' && text].filter(Boolean).join('\n\n');
  return kind === 'confirm' ? window.confirm(message) : (window.alert(message), true);
}

/** Returns the shared dialogs: `if (await dialogs.confirm({ title })) …`. */
export function useDialogs(): Dialogs {
  const dialogs = use(Context);
  if (!dialogs) throw new Error('useDialogs must be used within DialogsProvider');
  return dialogs;
}
