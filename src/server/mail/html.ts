/** Text that may stand in a document as it is: written by us, or escaped. */
export class Html {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

type Value = string | Html | undefined | Value[];

/** A piece of HTML; every value put into it is escaped, unless it is such a piece itself. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  // The indentation is for the reader of the code.
  const raw = strings.map((part) => part.replaceAll(/\n\s*/g, '\n'));
  return new Html(String.raw({ raw }, ...values.map(toSource)));
}

function toSource(value: Value): string {
  if (value === undefined) return '';
  if (value instanceof Html) return value.source;
  if (Array.isArray(value)) return value.map(toSource).join('');
  return value.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
