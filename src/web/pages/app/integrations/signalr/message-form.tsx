import { SendHorizontal } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { maxMessageLength } from '#contract/realtime.ts';
import type { HubState } from '#web/session/hub.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { addToOutbox } from './outbox.ts';

/** Writes a message to the organization, also without a connection (R-CHT-03). */
export function MessageForm({ state }: { state: HubState }) {
  const { t } = useTranslation();
  const form = useForm({ defaultValues: { message: '' } });
  const { register, handleSubmit, resetField, setFocus, formState } = form;

  const send = handleSubmit(({ message }) => {
    addToOutbox(message.trim());
    resetField('message');
    setFocus('message');
  });

  return (
    <form noValidate onSubmit={(event) => void send(event)} className="flex items-start gap-3">
      <TextField
        className="grow"
        label={t('demo.chat.message')}
        placeholder={t('demo.chat.placeholder')}
        hint={
          state === 'connected'
            ? undefined
            : t(state === 'blocked' ? 'demo.chat.blocked' : 'demo.chat.offline')
        }
        maxLength={maxMessageLength}
        autoComplete="off"
        enterKeyHint="send"
        error={formState.errors.message?.message}
        {...register('message', {
          validate: (message) => message.trim() !== '' || t('demo.chat.refused.invalid'),
        })}
      />
      <Button type="submit" className="mt-6.5">
        <SendHorizontal aria-hidden className="size-4" />
        {t('demo.chat.send')}
      </Button>
    </form>
  );
}
