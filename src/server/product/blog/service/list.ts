import type { BlogPost, BlogSummary } from '#contract/blog.ts';
import { Failure } from '#contract/errors.ts';
import { fallbackLocale } from '#locales/locales.ts';
import type { BlogSource, Post } from './source.ts';

/** Lists posts, newest first; with a language, one version of each subject. */
export async function list(source: BlogSource, language?: string): Promise<BlogSummary[]> {
  const posts = await source.list();
  const shown =
    language === undefined
      ? posts
      : [...Map.groupBy(posts, ({ subject }) => subject).values()].flatMap(
          (versions) => bestTranslation(versions, language) ?? [],
        );
  return shown.map(({ html: _html, ...post }) => withTranslations(post, posts));
}

/** Returns a post with its text; throws `notFound`. */
export async function get(source: BlogSource, slug: string): Promise<BlogPost> {
  const post = await source.get(slug);
  if (!post) throw new Failure('notFound');
  return withTranslations(post, post.language === null ? [] : await source.list());
}

/** Returns the version in the language, else in the fallback locale, else the first one. */
function bestTranslation(versions: readonly Post[], language: string) {
  const inLanguage = (wanted: string) => versions.find((post) => post.language === wanted);
  return inLanguage(language) ?? inLanguage(fallbackLocale) ?? versions[0];
}

const withTranslations = <T extends Omit<Post, 'html'>>(
  { subject, ...post }: T,
  all: readonly Post[],
) => ({
  ...post,
  translations: all.flatMap((other) =>
    other.subject === subject && other.slug !== post.slug && other.language !== null
      ? [{ language: other.language, slug: other.slug }]
      : [],
  ),
});
