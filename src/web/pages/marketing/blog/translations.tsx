import type { BlogPost } from '#contract/blog.ts';
import { isLocale, languageNames } from '#locales/locales.ts';
import { useTranslation } from '#web/session/translation.ts';

/** Links to the post in its other languages. */
export function Translations({ post: { translations } }: { post: BlogPost }) {
  const { t } = useTranslation();
  if (translations.length === 0) return null;
  return (
    <p className="mt-3 flex flex-wrap gap-x-2 text-sm text-muted">
      {t('blog.translations')}
      {translations.map(({ language, slug }) => (
        <a
          key={slug}
          href={`/blog/${slug}`}
          hrefLang={language}
          lang={language}
          className="text-ink underline underline-offset-2"
        >
          {isLocale(language) ? languageNames[language] : language}
        </a>
      ))}
    </p>
  );
}
