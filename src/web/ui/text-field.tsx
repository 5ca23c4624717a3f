import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { Field, controlClass, type FieldProps } from './field.tsx';

export type TextFieldProps = FieldProps & ComponentProps<'input'>;

/** A line of text. Spread `register('name')` of react-hook-form into it. */
export function TextField(props: TextFieldProps) {
  const { label, hint, error, optional, className, id, ...input } = props;
  return (
    <Field {...{ label, hint, error, optional, className, id }}>
      {(control) => <input type="text" {...input} {...control} className={controlClass} />}
    </Field>
  );
}

/** A calendar date; its value is `YYYY-MM-DD`, or empty. */
export function DateField(props: TextFieldProps) {
  const { label, hint, error, optional, className, id, ...input } = props;
  return (
    <Field {...{ label, hint, error, optional, className, id }}>
      {(control) => (
        <input {...input} type="date" {...control} className={clsx(controlClass, 'tabular-nums')} />
      )}
    </Field>
  );
}

/** Several lines of text; it grows with what is written. */
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
