import type { enUS } from './en-US.ts';
import type { Locale } from './locales.ts';

type Plural = 'one' | 'other';
type Name<K> = K extends `${infer Base}_${Plural}` ? Base : K;
type KeysOf<T> = {
  [K in keyof T & string]: T[K] extends string ? Name<K> : `${K}.${KeysOf<T[K]>}`;
}[keyof T & string];
type PartsOf<T> = {
  [K in keyof T & string]: T[K] extends string ? never : K | `${K}.${PartsOf<T[K]>}`;
}[keyof T & string];
type PartAt<T, Path> = Path extends keyof T
  ? T[Path]
  : Path extends `${infer K}.${infer Rest}`
    ? K extends keyof T
      ? PartAt<T[K], Rest>
      : never
    : never;

/** Key of a text, such as `common.save`; that of a plural is without its form (`_one`, `_other`). */
export type TextKey = KeysOf<typeof enUS>;

/** Values of a text by placeholder; the number in `count` chooses the form of a plural. */
type TextValues = Readonly<Record<string, unknown>>;

/** Returns the text of a key, with its values. */
export type Translate = (key: TextKey, values?: TextValues) => string;

/** Texts as nested objects, of which a browser has those of its pages. */
export type LoadedTexts = { [key: string]: string | LoadedTexts };

/** Texts of a language. */
export type Translation = {
  locale: Locale;
  t: Translate;
  /** Returns all texts of a part as they are, with their placeholders. */
  textsOf: <Path extends PartsOf<typeof enUS>>(path: Path) => PartAt<typeof enUS, Path>;
  /** Tells whether a text is the key of one that has no plural. */
  isKey: (text: string) => text is TextKey;
};

/** Finds a text or a part; a key can have dots itself, as those of errors do. */
function find(texts: LoadedTexts, path: string): LoadedTexts | string | undefined {
  if (Object.hasOwn(texts, path)) return texts[path];
  const dot = path.indexOf('.');
  const part = dot > 0 ? texts[path.slice(0, dot)] : undefined;
  return typeof part === 'object' ? find(part, path.slice(dot + 1)) : undefined;
}

const placeholder = /\{\{(\w+)(?:, relativetime\((\w+)\))?\}\}/g;

/**
 * Creates the translation to a language (R-GEN-03). Texts that are added later are found, too. A missing one is
 * its own key, as a code of a later release has no text yet; `missing` can return another.
 *
 * Placeholders are `{{name}}` and, for a time from now, `{{name, relativetime(minute)}}`. Values are not escaped: React
 * and the emails do that.
 */
export function createTranslation(
  locale: Locale,
  texts: LoadedTexts,
  missing: (key: string) => string = (key) => key,
): Translation {
  const forms = new Intl.PluralRules(locale);
  const findText = (path: string) => {
    const found = find(texts, path);
    return typeof found === 'string' ? found : undefined;
  };
  const valueText = (value: unknown, unit: string | undefined) =>
    unit === undefined
      ? String(value ?? '')
      : new Intl.RelativeTimeFormat(locale).format(Number(value), unit as 'minute');
  const t = (key: string, values: TextValues = {}) => {
    const { count } = values;
    const plural =
      typeof count === 'number' ? findText(`${key}_${forms.select(count)}`) : undefined;
    const text = plural ?? findText(key) ?? missing(key);
    return text.replace(placeholder, (unknown, name: string, unit?: string) =>
      Object.hasOwn(values, name) ? valueText(values[name], unit) : unknown,
    );
  };
  return {
    locale,
    t,
    textsOf: (path) => find(texts, path) as PartAt<typeof enUS, typeof path>,
    isKey: (text): text is TextKey => findText(text) !== undefined,
  };
}
