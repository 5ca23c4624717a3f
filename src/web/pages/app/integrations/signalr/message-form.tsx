import { SendHorizontal } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { hubErrors, maxMessageLength, type HubError } from '#contract/realtime.ts';
import { personName } from '#web/components/initials.ts';
import { sendChatMessage } from '#web/session/hub.ts';
import { useSession } from '#web/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';

/** Sends a message to the organization. A refused message stays in the field. */
export function MessageForm({ isConnected }: { isConnected: boolean }) {
  const { t } = useTranslation();
  const { user, tenant } = useSession();
  const form = useForm({ defaultValues: { message: '' } });
  const { register, handleSubmit, setError, resetField, setFocus, formState } = form;

  const send = handleSubmit(async ({ message }) => {
    try {
      await sendChatMessage(tenant.id, personName(user), message);
      resetField('message');
    } catch (error) {
      setError('message', { message: t(`demo.chat.refused.${hubErrorIn(error)}`) });
    }
    setFocus('message');
  });

  return (
    <form noValidate onSubmit={(event) => void send(event)} className="flex items-end gap-3">
      <TextField
        className="grow"
        label={t('demo.chat.message')}
        placeholder={t('demo.chat.placeholder')}
        maxLength={maxMessageLength}
        autoComplete="off"
        enterKeyHint="send"
        error={formState.errors.message?.message}
        {...register('message', {
          validate: (message) => message.trim() !== '' || t('demo.chat.refused.invalid'),
        })}
      />
      <Button type="submit" disabled={!isConnected} loading={formState.isSubmitting}>
        <SendHorizontal aria-hidden className="size-4" />
        {t('demo.chat.send')}
      </Button>
    </form>
  );
}

type HubErrorKey = HubError extends `realtime.${infer R}` ? R : never;

/**
 * Returns the hub's refusal code found in the client's error; otherwise the hub was unreachable.
 */
const hubErrorIn = (error: unknown): HubErrorKey => {
  const found = hubErrors.find((code) => error instanceof Error && error.message.includes(code));
  return (found ?? 'realtime.unavailable').replace('realtime.', '') as HubErrorKey;
};
