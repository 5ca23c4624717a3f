import { useId } from 'react';
import { apiScopes, type ApiScope } from '#contract/api-keys/scopes.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { FieldNotes } from '#web/ui/field.tsx';

type Noun = ApiScope extends `${infer N}:${string}` ? N : never;
type Verb = 'read' | 'write';

const partsOf = (scope: ApiScope) => scope.split(':') as [Noun, Verb];

const nouns = [...new Set(apiScopes.map((scope) => partsOf(scope)[0]))];

/** Returns a function that names what a scope allows. */
export const useScopeText = () => {
  const { t } = useTranslation();
  return (scope: ApiScope) => {
    const [noun, verb] = partsOf(scope);
    return t(`provisioning.keys.scope.${verb}`, { noun: t(`provisioning.keys.noun.${noun}`) });
  };
};

interface Props {
  value: readonly ApiScope[];
  onChange: (value: ApiScope[]) => void;
  error: string | undefined;
}

/** Lets the user choose what a key may read and change, a line for each kind of record. */
export function ScopeFields({ value, onChange, error }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const scopeText = useScopeText();
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="text-sm font-medium">{t('provisioning.keys.scopes')}</legend>
      <FieldNotes id={id} error={error} />
      <ul role="list" className="mt-2 divide-y divide-line rounded-md border border-line px-3">
        {nouns.map((noun) => (
          <li key={noun} className="grid grid-cols-[minmax(0,1fr)_5.5rem_5.5rem] items-center py-2">
            <span aria-hidden className="text-sm first-letter:uppercase">
              {t(`provisioning.keys.noun.${noun}`)}
            </span>
            {apiScopes
              .filter((scope) => partsOf(scope)[0] === noun)
              .map((scope) => (
                <Checkbox
                  key={scope}
                  label={t(`provisioning.keys.verb.${partsOf(scope)[1]}`)}
                  aria-label={scopeText(scope)}
                  checked={value.includes(scope)}
                  onChange={({ target }) =>
                    onChange(
                      target.checked ? [...value, scope] : value.filter((each) => each !== scope),
                    )
                  }
                />
              ))}
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
