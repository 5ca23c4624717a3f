import { useTranslation } from 'react-i18next';

/** The title of the document; React moves it into the head. */
export function PageTitle({ children }: { children: string }) {
  const { t } = useTranslation();
  return <title>{`${children} · ${t('common.product')}`}</title>;
}
