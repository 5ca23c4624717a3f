/** HTML that needs no escaping: a literal of the code, or already escaped. */
export class Html {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

type HtmlValue = string | Html | undefined | HtmlValue[];

/** Renders a template to HTML; escapes every value that is not `Html` itself. */
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): Html {
  // The indentation is for readers of the code only.
  const raw = strings.map((part) => part.replaceAll(/\n\s*/g, '\n'));
  return new Html(String.raw({ raw }, ...values.map(toSource)));
}

function toSource(value: HtmlValue): string {
  if (value === undefined) return '';
  if (value instanceof Html) return value.source;
  if (Array.isArray(value)) return value.map(toSource).join('');
  return value.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
