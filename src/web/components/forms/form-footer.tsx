import type { ReactNode } from 'react';
import type { FieldValues, FormState } from 'react-hook-form';
import { Button } from '#web/ui/button.tsx';
import { useFieldError } from './form-failures.ts';

interface Props<T extends FieldValues> {
  state: FormState<T>;
  /** Label of the submit button. */
  label: string;
  /** Content at the other end, for example a link. */
  children?: ReactNode;
}

/** Renders the foot of a form: the error of the whole form and the submit button. */
export function FormFooter<T extends FieldValues>({ state, label, children }: Props<T>) {
  const errorText = useFieldError();
  return (
    <>
      <p role="alert" className="basis-full text-sm text-danger-ink empty:hidden">
        {errorText(state.errors.root?.['server'])}
      </p>
      {children && <div className="mr-auto">{children}</div>}
      <Button type="submit" loading={state.isSubmitting}>
        {label}
      </Button>
    </>
  );
}
