import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import { useId, type ComponentProps } from 'react';
import { Field, controlClass, type FieldProps } from './field.tsx';

export type TextFieldProps = FieldProps & ComponentProps<'input'>;

/** Renders a line of text. Spread `register('name')` of react-hook-form into it. */
export function TextField(props: TextFieldProps) {
  const { label, hint, error, optional, className, id, ...input } = props;
  return (
    <Field {...{ label, hint, error, optional, className, id }}>
      {(control) => <input type="text" {...input} {...control} className={controlClass} />}
    </Field>
  );
}

type SuggestionsProps = {
  /** Suggested values; any other may be typed. */
  suggestions: readonly string[];
} & TextFieldProps;

/** Renders a text input with suggestions: the browser's own combo box. */
export function ComboField(props: SuggestionsProps) {
  const { label, hint, error, optional, className, id, suggestions, ...input } = props;
  const list = useId();
  return (
    <Field {...{ label, hint, error, optional, className, id }}>
      {(control) => (
        <div className="relative">
          <input
            type="text"
            list={list}
            autoComplete="off"
            {...input}
            {...control}
            className={clsx(controlClass, 'pr-10', ownIndicator)}
          />
          <datalist id={list}>
            {suggestions.map((value) => (
              <option key={value} value={value} />
            ))}
          </datalist>
          <ChevronDown
            aria-hidden
            className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-muted"
          />
        </div>
      )}
    </Field>
  );
}

/** Keeps the browser's button that opens the list, invisible below ours. */
const ownIndicator =
  '[&::-webkit-calendar-picker-indicator]:absolute [&::-webkit-calendar-picker-indicator]:inset-y-0 [&::-webkit-calendar-picker-indicator]:right-0 [&::-webkit-calendar-picker-indicator]:h-full [&::-webkit-calendar-picker-indicator]:w-10 [&::-webkit-calendar-picker-indicator]:cursor-pointer [&::-webkit-calendar-picker-indicator]:opacity-0';

/** Renders several lines of text; it grows with its content. */
export function TextArea(props: FieldProps & ComponentProps<'textarea'>) {
  const { label, hint, error, optional, className, id, ...input } = props;
  return (
    <Field {...{ label, hint, error, optional, className, id }}>
      {(control) => (
        <textarea
          rows={4}
          {...input}
          {...control}
          className={clsx(controlClass, 'field-sizing-content max-h-96 resize-y')}
        />
      )}
    </Field>
  );
}
