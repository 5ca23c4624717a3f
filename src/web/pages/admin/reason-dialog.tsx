import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { requiredText } from '#contract/shapes.ts';
import {
  schemaResolver,
  setFormFailure,
  useFieldError,
} from '#web/components/forms/form-failures.ts';
import { FormFooter } from '#web/components/forms/form-footer.tsx';
import { Modal } from '#web/ui/dialogs/modal.tsx';
import { TextArea } from '#web/ui/text-field.tsx';

const schema = z.object({ reason: requiredText(500) });

type Props = {
  texts: { title: string; text: string; reason: string; hint: string; submit: string };
  /** Sends the reason; a refusal is shown in the dialog. */
  onSubmit: (body: z.output<typeof schema>) => Promise<void>;
  onClose: () => void;
};

/** Asks an operator for the reason of an action, which the log keeps. */
export function ReasonDialog({ texts, onSubmit, onClose }: Props) {
  const errorText = useFieldError();
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: schemaResolver(schema),
    defaultValues: { reason: '' },
  });
  const submit = handleSubmit((body) =>
    onSubmit(body).catch((error: unknown) =>
      setFormFailure(error, { setError, fieldOf: () => undefined }),
    ),
  );
  return (
    <Modal title={texts.title} onClose={onClose}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
        <p className="text-sm text-pretty text-muted">{texts.text}</p>
        <TextArea
          {...register('reason')}
          rows={2}
          label={texts.reason}
          hint={texts.hint}
          error={errorText(formState.errors.reason)}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <FormFooter state={formState} label={texts.submit} />
        </div>
      </form>
    </Modal>
  );
}
