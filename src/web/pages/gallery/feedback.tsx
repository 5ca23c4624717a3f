import { useTranslation } from '#web/session/translation.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DetailsList } from '#web/ui/details-list.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { GalleryRow, GallerySection } from './section.tsx';

const tones = ['info', 'success', 'warning', 'danger'] as const;
const badges = ['neutral', 'accent', ...tones] as const;
const plan = [
  { key: 'plan', label: 'Plan', value: <Badge tone="accent">Pro</Badge> },
  { key: 'members', label: 'Members', value: '2 / 3' },
  { key: 'id', label: 'Service ID', value: 'price_1PkZ8w2eZvKYlo2C0000000000000000' },
];

export function Feedback() {
  const { t } = useTranslation();
  return (
    <GallerySection id="feedback" title="Banners, badges, cards">
      <div className="grid gap-3 lg:grid-cols-2">
        {tones.map((tone) => (
          <Banner
            key={tone}
            tone={tone}
            title={t('app.trial.tomorrow', { date: '7 Mar' })}
            action={
              <Button size="sm" variant="white">
                {t('app.trial.link')}
              </Button>
            }
          >
            {t('common.failure.text')}
          </Banner>
        ))}
      </div>
      <GalleryRow>
        {badges.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
      </GalleryRow>
      <GalleryRow>
        <Avatar initials="BS" size="sm" />
        <Avatar initials="BS" alt="Bruna Souza" />
        <Avatar initials="BS" size="lg" src="/favicon.svg" alt="Bruna Souza" />
        <Avatar initials="PR" size="lg" shape="square" />
        <Avatar initials="XX" src="/missing.png" alt="Missing picture" />
      </GalleryRow>
      <div className="grid gap-5 lg:grid-cols-2">
        <Card
          title={t('subscription.title')}
          description={t('subscription.plansHint', { currency: 'USD' })}
          actions={
            <Button size="sm" variant="white">
              {t('common.action.edit')}
            </Button>
          }
        >
          <DetailsList details={plan} />
        </Card>
        <Card>
          <div className="flex flex-col gap-3">
            <Skeleton className="h-6 w-1/3" />
            <Skeleton />
            <Skeleton className="h-4 w-4/5" />
            <Skeleton className="h-24 w-full" />
          </div>
        </Card>
      </div>
    </GallerySection>
  );
}
