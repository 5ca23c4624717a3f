import type { BlogPost, BlogSummary } from '#contract/blog.ts';
import { Failure } from '#contract/errors.ts';
import { fallbackLocale } from '#locales/locales.ts';
import type { BlogSource, Post } from './source.ts';

/** All posts, newest first; for readers of a language, one version of each. */
export const list = async (source: BlogSource, language?: string): Promise<BlogSummary[]> => {
  const posts = await source.list();
  const shown =
    language === undefined
      ? posts
      : [...Map.groupBy(posts, ({ subject }) => subject).values()].flatMap(
          (versions) => nearest(versions, language) ?? [],
        );
  return shown.map(({ html: _html, ...post }) => withTranslations(post, posts));
};

/** A post with its text; fails with `notFound`. */
export const get = async (source: BlogSource, slug: string): Promise<BlogPost> => {
  const post = await source.get(slug);
  if (!post) throw new Failure('notFound');
  return withTranslations(post, post.language === null ? [] : await source.list());
};

/** In the language, else in the one that a missing text is shown in, else as it was written. */
const nearest = (versions: readonly Post[], language: string) => {
  const of = (wanted: string) => versions.find((post) => post.language === wanted);
  return of(language) ?? of(fallbackLocale) ?? versions[0];
};

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
