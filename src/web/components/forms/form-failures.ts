import type {
  FieldError,
  FieldErrors,
  FieldValues,
  Path,
  Resolver,
  UseFormSetError,
} from 'react-hook-form';
import type { z } from 'zod';
import { Failure, type ErrorCode, type ErrorParams } from '#contract/errors.ts';
import { errorCodeText } from '#web/components/errors/failure-text.ts';
import { useTranslation } from '#web/session/translation.ts';

/** Returns true if a text is the code of a refusal; other messages of schemas and types of form errors have a space or no text. */
export const isErrorCode = (type: unknown): type is ErrorCode =>
  typeof type === 'string' && /^[a-z]\w*(\.\w+)*$/i.test(type);

type FormError = { type?: unknown; types?: Readonly<Record<string, unknown>> };

/**
 * Returns a function for the error text of a field, or of the whole form (`errors.root?.server`).
 */
export function useFieldError() {
  const { t } = useTranslation();
  return (error: FormError | undefined) =>
    isErrorCode(error?.type) ? errorCodeText(t, error.type, error.types) : undefined;
}

/** Converts a schema's issues to a resolver's errors: the first code of each field. */
export function zodFieldErrors<T extends FieldValues>({ issues }: z.ZodError) {
  const errors: Record<string, FieldError> = {};
  for (const { path, message } of issues) errors[path.join('.')] ??= { type: message };
  return errors as FieldErrors<T>;
}

/** Validates a form with a schema before it is sent. */
export const schemaResolver =
  <T extends FieldValues>(schema: z.ZodType<T>): Resolver<T, unknown, T> =>
  (values) => {
    const checked = schema.safeParse(values);
    if (checked.success) return { values: checked.data, errors: {} };
    return { values: {}, errors: zodFieldErrors<T>(checked.error) };
  };

type FormErrorTarget<T extends FieldValues> = {
  setError: UseFormSetError<T>;
  /** Maps a refused part of the body, or a refusal code, to a field of the form. */
  fieldOf: (name: string) => Path<T> | undefined;
};

/** Shows the server's refusal at its fields, otherwise at the foot of the form. */
export function setFormFailure<T extends FieldValues>(
  error: unknown,
  { setError, fieldOf }: FormErrorTarget<T>,
) {
  const { code, fields, params } = error instanceof Failure ? error : new Failure('internal');
  const refused = [...Object.entries(fields), [code, [code]] as const].flatMap(([name, [type]]) => {
    const field = fieldOf(name);
    return field && type ? [{ field, type }] : [];
  });
  for (const [index, { field, type }] of refused.entries()) {
    setError(field, { type }, { shouldFocus: index === 0 });
  }
  if (refused.length === 0) setError('root.server', { type: code, types: stringParams(params) });
}

/** Converts the parameters of a refusal to the texts of a form error. */
const stringParams = (params: ErrorParams) =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
