import { createContext, use, type ReactNode } from 'react';

/** Texts of the kit itself, in the language of the page. */
export type KitTexts = {
  yes: string;
  no: string;
  close: string;
  /** Title of the error dialog. */
  error: string;
  /** Mark beside the label of a field that may stay empty. */
  optional: string;
  showPassword: string;
  hidePassword: string;
  increase: string;
  decrease: string;
  /** Label of a date field's button. */
  openCalendar: string;
  previousMonth: string;
  nextMonth: string;
  /** Button that chooses the current date. */
  today: string;
  chooseFile: string;
  /** Hint beside the button: files can be dropped or pasted. */
  dropFile: string;
  /** Label of the button that removes a chosen file; `{name}` is the file. */
  removeFile: string;
  /** Heading of a table's column of buttons, for screen readers. */
  actions: string;
  /** Label of the button that shows a chart's values as a table. */
  chartTable: string;
  messages: string;
  /** Stands in for a part of a page whose code failed to load. */
  missingPart: string;
  discardTitle: string;
  discardText: string;
  discard: string;
  keepEditing: string;
};

const Context = createContext<KitTexts | undefined>(undefined);

/** Provides the kit's texts; one at the root of the page. */
export function KitTextsProvider({ texts, children }: { texts: KitTexts; children: ReactNode }) {
  return <Context value={texts}>{children}</Context>;
}

/** Returns the kit's texts. */
export function useKitTexts(): KitTexts {
  const texts = use(Context);
  if (!texts) throw new Error('useKitTexts must be used within KitTextsProvider');
  return texts;
}
