import { clsx } from 'clsx';
import { useId, type Ref } from 'react';
import { apiScopes, type ApiScope } from '#contract/api-keys/scopes.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { FieldNotes } from '#web/ui/field.tsx';

type Noun = ApiScope extends `${infer N}:${string}` ? N : never;
type Verb = ApiScope extends `${string}:${infer V}` ? V : never;

const partsOf = (scope: ApiScope) => scope.split(':') as [Noun, Verb];

const nouns = [...new Set(apiScopes.map((scope) => partsOf(scope)[0]))];

/** Names the verb of a scope; the only change of invitations is to invite. */
const verbOf = (scope: ApiScope) => (scope === 'invitations:write' ? 'invite' : partsOf(scope)[1]);

/** Columns of the verbs: the noun has a line of its own on a narrow screen. */
const columns: Record<Verb, string> = {
  read: 'sm:col-start-2',
  write: 'col-start-2 sm:col-start-3',
  delete: 'col-start-3 sm:col-start-4',
};

/** Returns a function that names what a scope allows. */
export function useScopeText() {
  const { t } = useTranslation();
  return (scope: ApiScope) =>
    t(`provisioning.keys.scope.${verbOf(scope)}`, {
      noun: t(`provisioning.keys.noun.${partsOf(scope)[0]}`),
    });
}

type Props = {
  /** Gets the first box, for the focus after an error. */
  ref: Ref<HTMLInputElement>;
  value: readonly ApiScope[];
  onChange: (value: ApiScope[]) => void;
  error: string | undefined;
};

/** Lets the user choose what a key may read, change and delete, a line for each kind of record. */
export function ScopeFields({ ref, value, onChange, error }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const scopeText = useScopeText();
  return (
    <fieldset aria-describedby={clsx(`${id}-hint`, error && `${id}-error`)}>
      <legend className="text-sm font-medium">{t('provisioning.keys.scopes')}</legend>
      <FieldNotes id={id} hint={t('provisioning.keys.scopesHint')} error={error} />
      <ul role="list" className="mt-2 divide-y divide-line rounded-md border border-line px-3">
        {nouns.map((noun) => (
          <li
            key={noun}
            className="grid grid-cols-3 items-center gap-y-2 py-2 sm:grid-cols-[minmax(0,1fr)_repeat(3,6rem)]"
          >
            <span aria-hidden className="col-span-3 text-sm first-letter:uppercase sm:col-span-1">
              {t(`provisioning.keys.noun.${noun}`)}
            </span>
            {apiScopes
              .filter((scope) => partsOf(scope)[0] === noun)
              .map((scope) => (
                <Checkbox
                  key={scope}
                  ref={scope === apiScopes[0] ? ref : undefined}
                  className={clsx('row-start-2 sm:row-start-1', columns[partsOf(scope)[1]])}
                  label={t(`provisioning.keys.verb.${verbOf(scope)}`)}
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
