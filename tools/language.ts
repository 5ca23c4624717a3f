/**
 * Checks the language of comments, test titles and documents (docs/voice.md): no words that hide who does
 * what, and no doc comment that doesn't open with a verb.
 */
import type { SourceFile } from './files.ts';

/** Pronouns that stand where the acting function, table or person should be named. */
const vague = /\b(whoever|whomever|whom|nobody|somebody|anybody|everybody)\b/i;
const noVerb = /^(What|Who|Whose|Where|Whether)\b/;

const folders = /^(src|packages|tools|e2e|migrations|docs|decisions)\/|^[A-Z]+\.md$/;
const isProse = /\.(ts|tsx|mjs|js|css|sql|md)$/;
const isCode = /\.(ts|tsx|mjs|js|css)$/;
/** Texts for people live in the locales; the posts and guides are content. */
const left =
  /^src\/(locales|web\/public)\/|^docs\/guide\/|^tools\/language(\.test)?\.ts$|^docs\/voice\.md$/;

type Prose = {
  /** Lines of comments, test titles and documents. */
  lines: { at: number; text: string }[];
  /** The opening word of each doc comment. */
  openings: { at: number; text: string }[];
};

const title = /\b(?:test|it|describe)(?:\.\w+)*\(\s*(?:\[.*?\]\)\()?(['"`])(.+?)\1/;

/** Returns the prose of one file. */
export function proseOf(path: string, source: string): Prose {
  const lines = source.split('\n').map((text, index) => ({ at: index + 1, text }));
  if (path.endsWith('.md')) return { lines: lines.filter(({ text }) => text.trim()), openings: [] };
  const comment = path.endsWith('.sql')
    ? /--\s*(.*)$/
    : /^\s*(?:\/\*\*?|\*(?!\/))\s?(.*)$|\/\/\s(.*)$/;
  const said = lines.flatMap(({ at, text }) => {
    const found = comment.exec(text)?.slice(1).find(Boolean) ?? title.exec(text)?.[2];
    return found ? [{ at, text: found }] : [];
  });
  if (!isCode.test(path)) return { lines: said, openings: [] };
  const openings = [...source.matchAll(/\/\*\*\s*(?:\*\s*)?([A-Za-z][^\n]*)/g)].map((found) => ({
    at: source.slice(0, found.index).split('\n').length,
    text: found[1] ?? '',
  }));
  return { lines: said, openings };
}

/** Words that name no action or thing of the field, or have another term in the glossary, as parts of names in SQL. */
const privateWords =
  /(?:^|_)(?:acting|belongs|converge\w*|fellows?|forget\w*|hears?|held|holds?|house|intents?|introduces?|keeps?|mails?|mrr|nowhere|person|still|takes?|tells?|told)(?:_|$)/;

/** Reports the names of tables, functions, triggers, policies and indexes that hold a private word. */
export const sqlNameProblems = (sources: SourceFile[]): string[] =>
  sources
    .filter(({ path }) => path.startsWith('migrations/'))
    .flatMap(({ path, text }) =>
      [
        ...text.matchAll(
          /^create (?:or replace |constraint |unique |unlogged )*(?:function|index|policy|procedure|table|trigger|view) (?:concurrently |if not exists )*(?:app\.|sandbox\.)?(\w+)/gm,
        ),
      ].flatMap(([, name = '']) =>
        privateWords.test(name) ? [`${path}: ${name}: use the glossary's term (GLOSSARY.md)`] : [],
      ),
    );

/** Reports vague pronouns, and doc comments that don't open with a verb. */
export const languageProblems = (sources: SourceFile[]): string[] =>
  sources
    .filter(({ path }) => folders.test(path) && !left.test(path) && isProse.test(path))
    .flatMap(({ path, text }) => {
      const { lines, openings } = proseOf(path, text);
      const found = [
        ...lines.filter((line) => vague.test(line.text)),
        ...openings.filter((line) => noVerb.test(line.text)),
      ];
      return found.map((line) => `${path}:${line.at}: ${line.text} (docs/voice.md)`);
    });
