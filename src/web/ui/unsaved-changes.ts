import { useEffect } from 'react';
import { useDialogs, type Dialogs } from './dialogs/dialogs.tsx';

/** A form on the screen with unsaved changes. */
type UnsavedForm = {
  /** Dialogs of its panel, or of the page. */
  dialogs: Dialogs;
  /** True while it is being saved: the page may navigate by itself. */
  isSaving: boolean;
  /** True in a panel, which asks by itself when it is closed. */
  isPanel: boolean;
};

const unsavedForms = new Set<UnsavedForm>();

/** Returns the form with unsaved changes that was opened last; undefined without one. */
export const lastUnsavedForm = () => [...unsavedForms].at(-1);

/** Registers a form while it has unsaved changes, so that leaving the page asks first. */
export const useUnsavedChanges = (
  changed: boolean,
  { isSaving = false, isPanel = false }: Partial<UnsavedForm> = {},
) => {
  const dialogs = useDialogs();
  useEffect(() => {
    if (!changed) return undefined;
    const form = { dialogs, isSaving, isPanel };
    unsavedForms.add(form);
    return () => {
      unsavedForms.delete(form);
    };
  }, [changed, dialogs, isSaving, isPanel]);
};
