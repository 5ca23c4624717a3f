import { useEffect, useEffectEvent } from 'react';
import { useDialogs, type Dialogs } from './dialogs/dialogs.tsx';

/** A form on the screen with unsaved changes. */
type UnsavedForm = {
  /** Dialogs of its panel, or of the page. */
  dialogs: Dialogs;
  /** True while it is being saved: the page may navigate by itself. */
  isSaving: boolean;
  /** True in a panel, which asks by itself when it is closed. */
  isPanel: boolean;
  /** True if a draft of the input is kept in the browser: a reload loses nothing. */
  isKept: boolean | undefined;
  /** Called when the user leaves the form and discards the changes. */
  onDiscard: (() => unknown) | undefined;
};

const unsavedForms = new Set<UnsavedForm>();

/** Returns the form with unsaved changes that was opened last; undefined without one. */
export const lastUnsavedForm = () => [...unsavedForms].at(-1);

/** Registers a form while it has unsaved changes, so that leaving the page asks first. */
export function useUnsavedChanges(
  changed: boolean,
  { isSaving = false, isPanel = false, isKept, onDiscard }: Partial<UnsavedForm> = {},
) {
  const dialogs = useDialogs();
  const discard = useEffectEvent(() => onDiscard?.());
  useEffect(() => {
    if (!changed) return undefined;
    const form = { dialogs, isSaving, isPanel, isKept, onDiscard: () => discard() };
    unsavedForms.add(form);
    return () => {
      unsavedForms.delete(form);
    };
  }, [changed, dialogs, isSaving, isPanel, isKept]);
}
