import type { FieldError, FieldValues, Path, Resolver, UseFormSetError } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { errorStatus, Failure, type ErrorCode } from '#contract/errors.ts';
import type { schemas } from './schemas.ts';

export const isErrorCode = (message: unknown): message is ErrorCode =>
  typeof message === 'string' && message in errorStatus;

/** Says at a field why its value is refused; the message of an error is a code. */
export const useFieldError = () => {
  const { t } = useTranslation();
  return (error: FieldError | undefined) =>
    isErrorCode(error?.message) ? t(`errors.${error.message}`) : undefined;
};

/** Checks a form with the schema of its call. Schemas load with the first thing that is typed. */
export const resolverOf =
  <T extends FieldValues>(name: keyof typeof schemas): Resolver<T> =>
  async (values) => {
    const { schemas } = await import('./schemas.ts');
    const checked = schemas[name].safeParse(values);
    if (checked.success) return { values, errors: {} };
    const errors: Record<string, FieldError> = {};
    for (const { path, message } of checked.error.issues) {
      errors[path.join('.')] ??= { type: 'invalid', message };
    }
    return { values: {}, errors: errors as never };
  };

type Form<T extends FieldValues> = {
  setError: UseFormSetError<T>;
  /** Which field tells a refused part of the body, or a refusal that is about one field alone. */
  fieldOf: (name: string) => Path<T> | undefined;
};

/** Shows the server's refusal: at the fields it is about, otherwise at the foot of the form. */
export const showFailure = <T extends FieldValues>(
  error: unknown,
  { setError, fieldOf }: Form<T>,
) => {
  const { code, fields } = error instanceof Failure ? error : new Failure('internal');
  const refused = [...Object.entries(fields), [code, [code]] as const].flatMap(
    ([name, [message]]) => {
      const field = fieldOf(name);
      return field && message ? [{ field, message }] : [];
    },
  );
  for (const [index, { field, message }] of refused.entries()) {
    setError(field, { type: 'server', message }, { shouldFocus: index === 0 });
  }
  if (refused.length === 0) setError('root.server', { type: 'server', message: code });
};
