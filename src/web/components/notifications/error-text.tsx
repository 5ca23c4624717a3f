import { failureText } from '#web/components/errors/failure-text.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';

/** Renders why a part of a page could not be loaded, and the button that tries again. */
export function ErrorText({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <div role="alert" className="grid justify-items-center gap-3 p-6 text-center text-sm">
      <p className="text-danger-ink">{failureText(t, error) ?? t('errors.internal')}</p>
      <Button variant="white" onClick={onRetry}>
        {t('common.action.retry')}
      </Button>
    </div>
  );
}
