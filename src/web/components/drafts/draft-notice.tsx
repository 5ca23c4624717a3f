import { Suspense } from 'react';
import { loadTextAreas } from '#web/session/language.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';

type Props = { onDiscard: () => void };

/** Says that the input of a form was restored, with a button to discard it. */
export function DraftNotice(props: Props) {
  return (
    <div role="status" className="basis-full">
      <Suspense>
        <Notice {...props} />
      </Suspense>
    </div>
  );
}

const Notice = lazyPart(async () => {
  await loadTextAreas(['drafts']);
  return RestoredNotice;
});

function RestoredNotice({ onDiscard }: Props) {
  const { t } = useTranslation();
  return (
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
  );
}
