import { clsx } from 'clsx';
import { CircleAlert } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { useKitTexts } from './kit-texts.tsx';

/** Props of every form field, beside those of its input. */
export type FieldProps = {
  label: string;
  hint?: ReactNode;
  /** Error text. A field with an error is marked invalid. */
  error?: string | undefined;
  /** Shows beside the label that the field may stay empty. */
  optional?: boolean | undefined;
};

/** Attributes that connect an input with its label, hint and error. */
export type ControlProps = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};

/** Classes shared by all text inputs. */
export const controlClass = clsx(
  'block min-h-10 w-full rounded-md border border-line-strong bg-field px-3 py-2 text-base text-ink sm:text-sm',
  'transition-colors placeholder:text-muted focus:border-focus focus:outline-2 focus:-outline-offset-1 focus:outline-focus',
  'disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-muted',
  // CSS matches `:read-only` on select elements, although they are editable.
  'not-[select]:read-only:bg-sunken not-[select]:read-only:text-muted aria-invalid:border-danger-ink',
);

type Props = {
  id?: string | undefined;
  className?: string | undefined;
  children: (control: ControlProps) => ReactNode;
} & FieldProps;

/** Renders a label, the input that `children` returns, and a hint or an error. */
export function Field({ label, hint, error, optional, id, className, children }: Props) {
  const own = useId();
  const control = id ?? own;
  const described = clsx(hint && `${control}-hint`, error && `${control}-error`);
  return (
    <div className={clsx('flex min-w-0 flex-col gap-1.5', className)}>
      <label htmlFor={control} className="flex items-baseline justify-between gap-2 text-sm">
        <FieldLabel label={label} optional={optional} />
      </label>
      {children({
        id: control,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      <FieldNotes id={control} hint={hint} error={error} />
    </div>
  );
}

/** Renders the label of a field, marked if it is optional. */
export function FieldLabel({ label, optional }: Pick<FieldProps, 'label' | 'optional'>) {
  const texts = useKitTexts();
  return (
    <>
      <span className="font-medium text-ink">{label}</span>
      {optional && <span className="text-xs text-muted">{texts.optional}</span>}
    </>
  );
}

/** Renders hint and error of a field; a changed error is announced. */
export function FieldNotes({ id, hint, error }: { id: string } & Omit<FieldProps, 'label'>) {
  return (
    <>
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      <p id={`${id}-error`} aria-live="polite" className="text-sm text-danger-ink empty:absolute">
        {error && (
          <span className="flex items-start gap-1.5">
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            {error}
          </span>
        )}
      </p>
    </>
  );
}
