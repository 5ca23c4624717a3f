import { clsx } from 'clsx';
import { CalendarDays } from 'lucide-react';
import { Suspense, useRef, useState, type Ref } from 'react';
import { Field, controlClass, type FieldProps } from '#web/ui/field.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { useKitTexts } from '#web/ui/kit-texts.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { formatDateInput, isDate, parseDate } from './date-text.ts';

type Props = {
  name?: string;
  /** `YYYY-MM-DD`, empty, or a text that is no date. */
  value: string;
  /** Called with `YYYY-MM-DD`, or with the text itself while it is no date. */
  onChange: (value: string) => void;
  onBlur?: () => void;
  ref?: Ref<HTMLInputElement>;
  disabled?: boolean;
  id?: string;
  className?: string;
  /** Earliest and latest date that the calendar offers. */
  min?: string | undefined;
  max?: string | undefined;
  /** Locale of the order of day, month and year, like `pt-BR`. */
  locale?: string;
} & FieldProps;

const Calendar = lazyPart(async () => (await import('./calendar.tsx')).Calendar);

/**
 * Renders a calendar date that can be typed or chosen. The browser's own date field would follow its own
 * language, not that of the page (R-FORM-07).
 */
export function DateField(props: Props) {
  const { label, hint, error, optional, className, id, ...rest } = props;
  const { value, onChange, onBlur, disabled, min, max, locale, ...input } = rest;
  const texts = useKitTexts();
  const opener = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  // Input stays as typed while the field has the focus.
  const [typed, setTyped] = useState<string>();
  const take = (text: string) => {
    setTyped(text);
    onChange(parseDate(text, locale) ?? text.trim());
  };
  const leave = () => {
    setTyped(undefined);
    onBlur?.();
  };
  const choose = (date: string) => {
    setIsOpen(false);
    onChange(date);
  };
  const date = isDate(value) ? value : null;
  return (
    <Field {...{ label, hint, error, optional, className, id }}>
      {(control) => (
        <div className="relative flex">
          <input
            {...input}
            {...control}
            type="text"
            autoComplete="off"
            disabled={disabled}
            placeholder={formatDateInput('2026-12-31', locale)}
            value={typed ?? (date ? formatDateInput(date, locale) : value)}
            onChange={({ target }) => take(target.value)}
            onBlur={leave}
            className={clsx(controlClass, 'pr-11 tabular-nums')}
          />
          <IconButton
            ref={opener}
            label={texts.openCalendar}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            disabled={disabled}
            onClick={() => setIsOpen(!isOpen)}
            className="absolute inset-y-0 right-0.5 my-auto"
          >
            <CalendarDays aria-hidden />
          </IconButton>
          {isOpen && (
            <Suspense>
              <Calendar
                {...{ date, min, max, locale, opener }}
                onChoose={choose}
                onClose={() => setIsOpen(false)}
              />
            </Suspense>
          )}
        </div>
      )}
    </Field>
  );
}
