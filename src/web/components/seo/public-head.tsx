import { useLocation } from 'react-router';
import { locales } from '#locales/locales.ts';
import { PageTitle } from '#web/components/page-title.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { localizedPages, localizedPath, type LocalizedPage } from './localized-pages.ts';
import { useOrigin } from './use-origin.ts';

type Props = {
  title: string;
  description: string;
  /** Path of the page, if it differs from the requested one. */
  path?: string;
  /** Language of an article, and its versions in other languages. */
  article?: { language: string; versions: LocalizedPage[] };
};

/** Renders the metadata of a public page for search engines and link previews. */
export function PublicHead({ title, description, path, article }: Props) {
  const { t } = useTranslation();
  const shown = useTranslation().locale;
  const origin = useOrigin();
  const { pathname } = useLocation();
  const here = path ?? pathname;
  const versions = article?.versions ?? localizedPages(here);
  const language = article?.language ?? shown;
  const canonical = `${origin}${localizedPath(here, language)}`;
  const other = locales.filter((locale) => locale !== language);
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <meta name="description" content={description} />
      <link rel="canonical" href={canonical} />
      {versions.map(({ locale, path }) => (
        <link key={locale} rel="alternate" hrefLang={locale} href={`${origin}${path}`} />
      ))}
      {!article && <link rel="alternate" hrefLang="x-default" href={`${origin}${here}`} />}
      <meta property="og:site_name" content={t('common.product')} />
      <meta property="og:type" content={article ? 'article' : 'website'} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={canonical} />
      <meta property="og:locale" content={underscored(language)} />
      {!article &&
        other.map((locale) => (
          <meta key={locale} property="og:locale:alternate" content={underscored(locale)} />
        ))}
      <meta property="og:image" content={`${origin}/share.png`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={t('blog.picture')} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

const underscored = (locale: string) => locale.replace('-', '_');
