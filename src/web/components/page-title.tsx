import { useTranslation } from 'react-i18next';

/** Sets the title of the document; React moves it into the head. */
export function PageTitle({ children }: { children: string }) {
  const { t } = useTranslation();
  return <title>{`${children} · ${t('common.product')}`}</title>;
}
