import type { HandlerInput } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';
import type { legal, LegalKind } from '#contract/legal.ts';
import { locales, type Locale } from '#locales/locales.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Database } from '#server/platform/database/database.ts';
import { isUniqueViolation } from '#server/platform/database/driver/errors.ts';
import { db, type TableRow } from '#server/platform/database/query.ts';
import type { AuthSession } from '#server/platform/http/contract/guard.ts';

type Version = TableRow<'legal_texts'>;
type TextQuery = { kind: LegalKind; language: Locale; version?: number | undefined };

const selectVersions = (kind: LegalKind) =>
  db.selectFrom('legal_texts').selectAll().where('kind', '=', kind).orderBy('version', 'desc');

const toVersion = ({ version, language, created_at }: Version) => ({
  version,
  language: language as Locale,
  createdAt: created_at.toISOString(),
});

/** Loads the templates only where they are shown. */
const loadTemplate = async (kind: LegalKind, language: Locale) =>
  (await import('#locales/legal.ts')).legalTemplates[language][kind];

/**
 * Returns a text in a language as sanitized HTML: the newest version, the one named, or the template.
 * 404 for a version that the text doesn't have in this language (R-LEG-01, R-LEG-02).
 */
export async function get(
  { config, database }: Pick<AppContext, 'config' | 'database'>,
  { kind, language, version }: TextQuery,
) {
  const versions = await database.system((tx) =>
    tx.all(selectVersions(kind).where('language', '=', language)),
  );
  const saved =
    version === undefined ? versions[0] : versions.find((each) => each.version === version);
  if (!saved && version) throw new Failure('notFound');
  const { renderLegalText } = await import('./render.ts');
  const text = saved?.text ?? (await loadTemplate(kind, language));
  return {
    version: saved?.version ?? 0,
    isTemplate: !saved,
    createdAt: saved?.created_at.toISOString() ?? null,
    ...renderLegalText(text, config.site.supportEmail),
    versions: versions.map(toVersion),
  };
}

/** Returns the newest text in every language, and all versions with their authors; for the operator. */
export async function getOfAll(database: Database, kind: LegalKind) {
  const versions = await database.operator((tx) => tx.all(selectVersions(kind)));
  const newestIn = async (language: Locale) => {
    const saved = versions.find((each) => each.language === language);
    const text = saved?.text ?? (await loadTemplate(kind, language));
    return [language, { text, isTemplate: !saved }] as const;
  };
  const texts = await Promise.all(locales.map(newestIn));
  return {
    version: versions[0]?.version ?? 0,
    texts: Object.fromEntries(texts) as Record<Locale, (typeof texts)[number][1]>,
    versions: versions.map((row) => ({
      ...toVersion(row),
      author: row.author,
      requiresAcceptance: row.requires_acceptance,
    })),
  };
}

type NewText = HandlerInput<(typeof legal)['endpoints']['create']>['body'];

/** Publishes a version; `legal.outdated` if another was saved in the meantime (R-LEG-02). */
export const create = (database: Database, { user }: AuthSession, input: NewText) =>
  database
    .operator(async (tx) => {
      const { kind, language, text, requiresAcceptance, basedOn } = input;
      const newest = await tx.first(selectVersions(kind).limit(1));
      if ((newest?.version ?? 0) !== basedOn) throw new Failure('legal.outdated');
      const author = await tx.one(db.selectFrom('users').select('email').where('id', '=', user));
      const row = {
        kind,
        language,
        text,
        requires_acceptance: requiresAcceptance,
        version: basedOn + 1,
        author: author.email,
      };
      return toVersion(await tx.one(db.insertInto('legal_texts').values(row).returningAll()));
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error, 'legal_texts_kind_version_key')
        ? new Failure('legal.outdated')
        : error;
    });
