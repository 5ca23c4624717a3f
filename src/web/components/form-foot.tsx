import type { ReactNode } from 'react';
import type { FieldValues, FormState } from 'react-hook-form';
import { Button } from '#web/ui/button.tsx';
import { useFieldError } from './form-failures.ts';

interface Props<T extends FieldValues> {
  state: FormState<T>;
  /** On the button that sends the form. */
  label: string;
  /** At the other end: a link, for example. */
  children?: ReactNode;
}

/** The foot of a form: why it was refused as a whole, and the button that sends it. */
export function FormFoot<T extends FieldValues>({ state, label, children }: Props<T>) {
  const told = useFieldError();
  return (
    <>
      <p role="alert" className="basis-full text-sm text-danger-ink empty:hidden">
        {told(state.errors.root?.['server'])}
      </p>
      {children && <div className="mr-auto">{children}</div>}
      <Button type="submit" loading={state.isSubmitting}>
        {label}
      </Button>
    </>
  );
}
