import { useTranslation } from '#web/session/translation.ts';

/** Sets the title of the document; React moves it into the head. */
export function PageTitle({ children }: { children: string }) {
  const { t } = useTranslation();
  return <title>{`${children} · ${t('common.product')}`}</title>;
}
