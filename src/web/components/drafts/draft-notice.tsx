import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';

/** Says that the input of a form was restored, with a button to discard it. */
export function DraftNotice({ onDiscard }: { onDiscard: () => void }) {
  const { t } = useTranslation();
  return (
    <div role="status" className="basis-full">
      <Banner
        tone="info"
        title={t('drafts.restored')}
        action={
          <Button size="sm" variant="white" onClick={onDiscard}>
            {t('drafts.discard')}
          </Button>
        }
      >
        {t('drafts.restoredText')}
      </Banner>
    </div>
  );
}
