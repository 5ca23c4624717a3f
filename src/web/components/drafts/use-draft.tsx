import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { isImpersonating, storedTenantId } from '#web/api/credentials.ts';
import {
  readDraft,
  removeExpired,
  type KeptDraft,
  type InputOwner,
  removeDraft,
  storeDraft,
} from '#web/api/kept-input.ts';
import { cachedUser } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { changedValues } from './input-values.ts';

type Options = {
  /** Name of the form with its record; null keeps nothing. */
  name: string | null;
  /** False until the record has loaded. */
  isReady?: boolean;
  /** Record that is changed. */
  base?: object | null;
  /** Restores the record that a draft is based on, before its values. */
  onRestore?: (base: object | null) => void;
};

export type DraftState = {
  /** True if the browser keeps the input. */
  isKept: boolean;
  /** True if the input was restored and not discarded. */
  isRestored: boolean;
  /** Removes the draft as the form closes: its input was saved, or is not wanted. */
  remove: () => Promise<void>;
  /** Says that the input was restored, with a button to discard it; null otherwise. */
  notice: ReactNode;
};

/**
 * Keeps the changed fields of a form in the browser, and restores them after a reload or a crash
 * (R-DRF-01).
 */
export function useDraft<T extends FieldValues, C, R extends FieldValues>(
  form: UseFormReturn<T, C, R>,
  { name, isReady = true, base = null, onRestore }: Options,
): DraftState {
  const [isRestored, setRestored] = useState(false);
  const { isKept, remove } = useDraftWriter(form, {
    name: isReady ? name : null,
    base,
    onFound: (draft) => {
      onRestore?.(draft.base);
      restoreValues(form, draft);
      setRestored(true);
    },
  });
  const discard = () => {
    setRestored(false);
    // The values become those of the record, which removes the draft.
    form.reset(undefined, { keepDirtyValues: false });
  };
  return {
    isKept,
    isRestored,
    remove: async () => {
      setRestored(false);
      await remove();
    },
    notice: isRestored && <DraftNotice onDiscard={discard} />,
  };
}

function restoreValues<T extends FieldValues, C, R extends FieldValues>(
  form: UseFormReturn<T, C, R>,
  { values }: KeptDraft,
) {
  for (const [field, value] of Object.entries(values)) {
    const options = { shouldDirty: true, shouldTouch: true };
    form.setValue(field as Path<T>, value as PathValue<T, Path<T>>, options);
  }
}

type WriterOptions = {
  base: object | null;
  onFound: (draft: KeptDraft) => void;
} & Pick<Options, 'name'>;

/** Reads the draft of a form, then writes it after each change. */
function useDraftWriter<T extends FieldValues, C, R extends FieldValues>(
  form: UseFormReturn<T, C, R>,
  { name, base, onFound }: WriterOptions,
) {
  const [isKept, setKept] = useState(false);
  const writer = useRef<ReturnType<typeof createDraftWriter>>(null);
  const restore = useEffectEvent(onFound);
  const write = useEffectEvent((values: T, initial: object | undefined) => {
    writer.current?.write({ values: changedValues(values, { ...initial }), base });
  });
  // Input that was typed while the draft was read.
  const writeEarlier = useEffectEvent(() => {
    const { defaultValues } = form.formState;
    const values = form.getValues();
    if (Object.keys(changedValues(values, { ...defaultValues })).length > 0)
      write(values, defaultValues);
  });
  const { subscribe } = form;
  useEffect(() => {
    const owner = inputOwner();
    if (!owner || name === null) return undefined;
    let isOpen = true;
    let stop: (() => void) | undefined;
    const begin = (draft: KeptDraft | undefined) => {
      if (!isOpen) return;
      writer.current = createDraftWriter(owner, name);
      if (draft) restore(draft);
      writeEarlier();
      stop = subscribe({
        formState: { values: true },
        callback: ({ values, defaultValues }) => write(values, defaultValues),
      });
      setKept(true);
      removeExpired().catch(() => undefined);
    };
    // A browser without storage keeps no drafts.
    readDraft(owner, name).then(begin, () => undefined);
    return () => {
      isOpen = false;
      stop?.();
      setKept(false);
    };
  }, [subscribe, name]);
  const remove = async () => {
    const { current } = writer;
    writer.current = null;
    await current?.remove();
  };
  return { isKept, remove };
}

/**
 * Returns the owner of the input on this page; null while an operator acts as a user, whose input
 * must not stay in the operator's browser (R-DRF-02).
 */
function inputOwner(): InputOwner | null {
  const user = cachedUser();
  if (!user || isImpersonating()) return null;
  const isPortal = window.location.pathname.startsWith('/admin');
  return { user: user.id, tenant: isPortal ? '' : (storedTenantId() ?? '') };
}

/** Says that the input of a form was restored, with a button to discard it. */
function DraftNotice({ onDiscard }: { onDiscard: () => void }) {
  const { t } = useTranslation();
  return (
    <div role="status" className="basis-full">
      <Banner
        tone="info"
        title={t('drafts.restored')}
        action={
          <Button size="sm" variant="white" onClick={onDiscard}>
            {t('drafts.discard')}
          </Button>
        }
      >
        {t('drafts.restoredText')}
      </Banner>
    </div>
  );
}

type Content = Omit<KeptDraft, 'savedAt'>;

/**
 * Returns the writer of one form's draft. Of changes during a write only the last is written. Failures
 * are ignored: a browser without storage keeps no drafts.
 */
function createDraftWriter(owner: InputOwner, form: string) {
  let next: Content | null | undefined;
  let running: Promise<void> | null = null;
  const run = async () => {
    while (next !== undefined) {
      const content = next;
      next = undefined;
      const done = content ? storeDraft(owner, form, content) : removeDraft(owner, form);
      // In order: the last change wins.
      await done.catch(() => undefined);
    }
    running = null;
  };
  return {
    /** Stores the draft; removes it if nothing is changed. */
    write: ({ values, base }: Content) => {
      next = Object.keys(values).length > 0 ? { values, base } : null;
      running ??= run();
    },
    /** Removes the draft; resolves when it is gone. */
    remove: async () => {
      next = null;
      await (running ??= run());
    },
  };
}
