import { Marked } from 'marked';
import { plainText, sanitizeHtml } from '#server/platform/sanitize-html.ts';

const heading = /<h2>(.*?)<\/h2>/g;

/** Renders Markdown as sanitized HTML with anchors at its sections; `{email}` is the support address. */
export function renderLegalText(markdown: string, email: string) {
  const marked = new Marked({ gfm: true, async: false });
  const text = markdown.replaceAll('{email}', email);
  const sections: { id: string; title: string }[] = [];
  const html = sanitizeHtml(marked.parse(text, { async: false })).replaceAll(
    heading,
    (_, title: string) => {
      const id = `s${sections.length + 1}`;
      sections.push({ id, title: plainText(title) });
      return `<h2 id="${id}">${title}</h2>`;
    },
  );
  return { html, sections };
}
