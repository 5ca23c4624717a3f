import { SendHorizontal } from 'lucide-react';
import { useRef } from 'react';
import { useForm } from 'react-hook-form';
import { hubErrors, maxMessageLength, type HubError } from '#contract/realtime.ts';
import { useDraft } from '#web/components/drafts/use-draft.tsx';
import { personName } from '#web/components/initials.ts';
import { sendChatMessage, type HubState } from '#web/session/hub.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';

type HubErrorKey = HubError extends `realtime.${infer R}` ? R : never;

/** Returns the hub's refusal in the client's error; otherwise the hub was unreachable. */
const refusalOf = (error: unknown): HubErrorKey => {
  const found = hubErrors.find((code) => error instanceof Error && error.message.includes(code));
  return (found ?? 'realtime.unavailable').replace('realtime.', '') as HubErrorKey;
};

/** Writes a message to the organization. One that was not sent stays in its field, also after a reload (R-CHT-03). */
export function MessageForm({ state }: { state: HubState }) {
  const { t } = useTranslation();
  const { user, tenant } = useSession();
  const form = useForm({ defaultValues: { message: '' } });
  useDraft(form, { name: 'chat' });
  // A message whose answer was lost has the same id when it is sent again: it is stored once.
  const attempt = useRef({ id: '', message: '' });
  const { register, handleSubmit, resetField, setError, setFocus, formState } = form;

  const send = async (input: { message: string }) => {
    const message = input.message.trim();
    if (attempt.current.message !== message) {
      attempt.current = { id: crypto.randomUUID(), message };
    }
    const refusal = await sendChatMessage(tenant.id, {
      user: personName(user),
      ...attempt.current,
    }).then(() => null, refusalOf);
    if (refusal === null) {
      attempt.current = { id: '', message: '' };
      resetField('message');
    } else setError('message', { message: t(`demo.chat.refused.${refusal}`) });
    setFocus('message');
  };

  return (
    <form
      noValidate
      onSubmit={(event) => void handleSubmit(send)(event)}
      className="flex items-start gap-3"
    >
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
      <Button type="submit" loading={formState.isSubmitting} className="mt-6.5">
        <SendHorizontal aria-hidden className="size-4" />
        {t('demo.chat.send')}
      </Button>
    </form>
  );
}
