export type ReleaseNotes = {
  version: string;
  /** Calendar date: `2026-11-29`. */
  date: string;
  /** Sentences before the sections. */
  text: string;
  sections: { title: string; entries: string[] }[];
};

/** Sections for those who run the product, not for those who use it. */
const forOperators = /^Upgrade$/;

const joined = (text: string) => text.replaceAll(/\s*\n\s*/g, ' ').trim();

/** Returns the sentences of a list in Markdown, without its marks of links. */
const entriesOf = (list: string) =>
  list
    .split(/^- /m)
    .slice(1)
    .map((entry) => joined(entry).replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1'));

/**
 * Returns the releases of CHANGELOG.md with a date, newest first (R-SITE-15). What is not released yet, and how to
 * upgrade, is for operators.
 */
export function releasesOf(changeLog: string): ReleaseNotes[] {
  const parts = [
    ...changeLog.matchAll(/^## (\S+) \((\d{4}-\d\d-\d\d)\)\n([^]*?)(?=^## |$(?![^]))/gm),
  ];
  return parts.map(([, version = '', date = '', body = '']) => {
    const [text = '', ...sections] = body.split(/^### /m);
    return {
      version,
      date,
      text: joined(text),
      sections: sections
        .map((section) => {
          const [title = '', ...rest] = section.split('\n');
          return { title: title.trim(), entries: entriesOf(rest.join('\n')) };
        })
        .filter(({ title, entries }) => !forOperators.test(title) && entries.length > 0),
    };
  });
}
