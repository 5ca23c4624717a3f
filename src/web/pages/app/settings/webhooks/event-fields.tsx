import { useId } from 'react';
import { webhookEventNames, type WebhookEvent } from '#contract/webhooks/event-names.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { FieldNotes } from '#web/ui/field.tsx';

type Noun = WebhookEvent extends `${infer N}.${string}` ? N : never;

const nounOf = (event: WebhookEvent) => event.split('.')[0] as Noun;
const nouns = [...new Set(webhookEventNames.map(nounOf))];

type Props = {
  value: readonly WebhookEvent[];
  onChange: (value: WebhookEvent[]) => void;
  error: string | undefined;
};

/** Lets the user choose events by their names in the API, grouped by what they are about. */
export function EventFields({ value, onChange, error }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const isAll = value.length === webhookEventNames.length;
  const toggle = (event: WebhookEvent, isChosen: boolean) =>
    onChange(isChosen ? [...value, event] : value.filter((each) => each !== event));
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined} className="min-w-0">
      <legend className="text-sm font-medium">{t('provisioning.webhooks.events')}</legend>
      <FieldNotes id={id} error={error} />
      <div className="mt-2 divide-y divide-line rounded-md border border-line px-3">
        <div className="py-2.5">
          <Checkbox
            label={t('provisioning.webhooks.all')}
            checked={isAll}
            onChange={() => onChange(isAll ? [] : [...webhookEventNames])}
          />
        </div>
        {nouns.map((noun) => (
          <fieldset key={noun} className="grid gap-x-4 gap-y-2 py-2.5 sm:grid-cols-2">
            <legend className="float-start text-sm text-muted sm:col-span-2">
              {t(`provisioning.webhooks.nouns.${noun}`)}
            </legend>
            {webhookEventNames
              .filter((event) => nounOf(event) === noun)
              .map((event) => (
                <Checkbox
                  key={event}
                  label={<code className="text-xs">{event}</code>}
                  checked={value.includes(event)}
                  onChange={({ target }) => toggle(event, target.checked)}
                />
              ))}
          </fieldset>
        ))}
      </div>
    </fieldset>
  );
}
