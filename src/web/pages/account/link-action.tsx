import { Failure } from '#contract/errors.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { SubmitButton } from '#web/components/forms/submit-button.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';

type Props = {
  label: string;
  /** Text for a link that is unknown, used or expired. */
  ended: string;
  action: { mutate: () => void; isPending: boolean; error: unknown };
};

/** Runs what an emailed link is for when the visitor presses a button, and shows a refusal above it. */
export function LinkAction({ label, ended, action: { mutate, isPending, error } }: Props) {
  const { t } = useTranslation();
  const isEnded = error instanceof Failure && error.code === 'account.verify.invalid';
  return (
    <form
      method="post"
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        mutate();
      }}
    >
      {error !== null && (
        <Banner tone="danger" role="alert">
          {isEnded ? ended : (failureText(t, error) ?? t('errors.internal'))}
        </Banner>
      )}
      <SubmitButton loading={isPending} className="min-h-11">
        {label}
      </SubmitButton>
    </form>
  );
}
