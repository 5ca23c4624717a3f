import { Plus, RefreshCw, Trash2 } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { GalleryRow, GallerySection } from './section.tsx';

const variants = [
  'primary',
  'secondary',
  'white',
  'success',
  'warning',
  'danger',
  'destructive',
] as const;

export function Buttons() {
  const { t } = useTranslation();
  return (
    <GallerySection id="buttons" title="Buttons">
      <GalleryRow>
        {variants.map((variant) => (
          <Button key={variant} variant={variant}>
            {variant}
          </Button>
        ))}
      </GalleryRow>
      <GalleryRow>
        {variants.map((variant) => (
          <Button key={variant} variant={variant} size="sm">
            {variant}
          </Button>
        ))}
      </GalleryRow>
      <GalleryRow>
        <Button>
          <Plus aria-hidden className="size-4" />
          {t('transactions.new')}
        </Button>
        <Button loading>{t('common.action.save')}</Button>
        <Button variant="white" loading>
          {t('common.action.save')}
        </Button>
        <Button disabled>{t('common.action.save')}</Button>
        <Button variant="white" disabled>
          {t('common.action.save')}
        </Button>
        <Button render={<Link to="#fields" />} variant="secondary">
          {t('common.action.upgrade')}
        </Button>
      </GalleryRow>
      <GalleryRow>
        <IconButton label={t('common.action.reload')}>
          <RefreshCw aria-hidden />
        </IconButton>
        <IconButton label={t('common.action.delete')} disabled>
          <Trash2 aria-hidden />
        </IconButton>
        <Spinner className="size-6 text-accent-ink" />
      </GalleryRow>
    </GallerySection>
  );
}
