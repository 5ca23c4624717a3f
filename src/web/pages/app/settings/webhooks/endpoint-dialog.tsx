import { useMutation } from '@tanstack/react-query';
import { useId, type Ref } from 'react';
import { useController, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { webhookEventNames, type WebhookEvent } from '#contract/webhooks/event-names.ts';
import { webhookFields, type Webhook } from '#contract/webhooks/webhooks.ts';
import { api } from '#web/api/api.ts';
import {
  schemaResolver,
  setFormFailure,
  useFieldError,
} from '#web/components/forms/form-failures.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Modal } from '#web/ui/dialogs/modal.tsx';
import { FieldNotes } from '#web/ui/field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { KeyDialog } from './key-dialog.tsx';
import { refreshWebhooks } from './queries.ts';

type EndpointInput = z.output<typeof webhookFields>;

const fields = ['url', 'description', 'events'] as const;

type Props = {
  /** Endpoint to change; undefined: a new one. */
  webhook?: Webhook;
  onClose: () => void;
};

/** Adds an endpoint and shows its signing key once, or changes one (R-WHK-01). */
export function EndpointDialog({ webhook, onClose }: Props) {
  const { t } = useTranslation();
  const errorText = useFieldError();
  const formId = useId();
  const { control, register, handleSubmit, setError, formState } = useForm<
    EndpointInput,
    unknown,
    EndpointInput
  >({
    resolver: schemaResolver(webhookFields),
    defaultValues: webhook ?? { url: '', description: '', events: [] },
  });
  const { ref, value, onChange } = useController({ control, name: 'events' }).field;
  const { errors } = formState;
  const save = useMutation({
    mutationFn: async (input: EndpointInput) => {
      if (!webhook) return api.webhooks.create({ body: input });
      const { id, disabled } = webhook;
      await api.webhooks.update({ params: { id }, body: { ...input, enabled: !disabled } });
      void toast({ tone: 'success', title: t('provisioning.webhooks.saved') });
      onClose();
      return null;
    },
    onError: (error) =>
      setFormFailure(error, {
        setError,
        fieldOf: (name) =>
          name === 'webhook.https' ? 'url' : fields.find((field) => field === name),
      }),
    onSettled: () => void refreshWebhooks(),
  });
  const submit = handleSubmit((input) => save.mutate(input));
  if (save.data) return <KeyDialog signingKey={save.data.signingKey} onClose={onClose} />;
  const refusal = errorText(errors.root?.['server']);
  return (
    <Modal
      title={t(webhook ? 'provisioning.webhooks.editTitle' : 'provisioning.webhooks.createTitle')}
      size="md"
      busy={save.isPending}
      onClose={onClose}
      footer={
        <>
          <Button variant="white" disabled={save.isPending} onClick={onClose}>
            {t('common.action.cancel')}
          </Button>
          <Button type="submit" form={formId} loading={save.isPending}>
            {t(webhook ? 'common.action.save' : 'provisioning.webhooks.create')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
        {refusal && (
          <Banner tone="danger" role="alert">
            {refusal}
          </Banner>
        )}
        <TextField
          {...register('url')}
          type="url"
          label={t('provisioning.webhooks.url')}
          hint={t('provisioning.webhooks.urlHint')}
          placeholder="https://"
          autoComplete="off"
          error={errorText(errors.url)}
        />
        <TextField
          {...register('description')}
          label={t('provisioning.webhooks.description')}
          optional
          autoComplete="off"
          error={errorText(errors.description)}
        />
        <EventFields {...{ ref, value, onChange }} error={errorText(errors.events)} />
      </form>
    </Modal>
  );
}

type Noun = WebhookEvent extends `${infer N}.${string}` ? N : never;

const nounOf = (event: WebhookEvent) => event.split('.')[0] as Noun;
const nouns = [...new Set(webhookEventNames.map(nounOf))];

type EventFieldsProps = {
  /** Gets the first box, for the focus after an error. */
  ref: Ref<HTMLInputElement>;
  value: readonly WebhookEvent[];
  onChange: (value: WebhookEvent[]) => void;
  error: string | undefined;
};

/** Lets the user choose events by their names in the API, grouped by what they are about. */
function EventFields({ ref, value, onChange, error }: EventFieldsProps) {
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
            ref={ref}
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
