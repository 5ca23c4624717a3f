import { describe, expect, test } from 'vitest';
import { backgrounds, colors } from '#contract/themes.ts';
// The # hides the stylesheet from Vitest, which would replace it with an empty one.
import colorsCss from './colors.css#?raw';
import tokensCss from './tokens.css#?raw';

type Rgb = [number, number, number];
type Scheme = 'light' | 'dark';

/** Returns the declarations of tokens.css and colors.css for one combination, in cascade order. */
function declarations(theme: string, color: string): Map<string, string> {
  const css = (colorsCss + tokensCss).replace(/\/\*[\s\S]*?\*\//g, '');
  const applies = new Set([
    ':root',
    '[data-theme]',
    '[data-color]',
    `[data-theme='${theme}']`,
    `[data-color='${color}']`,
  ]);
  const found = new Map<string, string>();
  for (const [, selectors = '', body = ''] of css.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    if (!selectors.split(',').some((selector) => applies.has(selector.trim()))) continue;
    for (const declaration of body.split(';')) {
      const [name, ...value] = declaration.split(':');
      if (name && value.length > 0) found.set(name.trim(), value.join(':').trim());
    }
  }
  return found;
}

/** Splits the arguments of a CSS function at its top-level commas. */
function split(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const letter of text) {
    if (letter === '(') depth += 1;
    if (letter === ')') depth -= 1;
    if (letter === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim());
}

function inner(text: string): string {
  return text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'));
}

function number(text: string): number {
  const factors = text.startsWith('calc(') ? inner(text).split('*') : [text];
  return factors.reduce((product, factor) => product * Number(factor), 1);
}

/** Converts OKLab to linear sRGB (CSS Color 4). Channels outside 0..1 are outside sRGB. */
function linear([lightness, a, b]: Rgb): Rgb {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** The tokens of one combination as colors in OKLab. */
class Tokens {
  readonly #declared: Map<string, string>;
  readonly #scheme: Scheme;

  constructor(theme: string, color: string, scheme: Scheme) {
    this.#declared = declarations(theme, color);
    this.#scheme = scheme;
  }

  lab(name: string): Rgb {
    return this.#resolve(this.#value(`--${name}`));
  }

  luminance(name: string): number {
    const [r, g, b] = linear(this.lab(name));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  }

  contrast(one: string, other: string): number {
    const [low = 0, high = 0] = [this.luminance(one), this.luminance(other)].toSorted(
      (x, y) => x - y,
    );
    return (high + 0.05) / (low + 0.05);
  }

  get scheme(): string {
    return this.#value('color-scheme');
  }

  #value(name: string): string {
    const value = this.#declared.get(name);
    if (value === undefined) throw new Error(`${name} is not declared`);
    return value.replace(/\s+/g, ' ');
  }

  #resolve(text: string): Rgb {
    if (text.startsWith('light-dark(')) {
      const [light = '', dark = ''] = split(inner(text));
      return this.#resolve(this.#scheme === 'light' ? light : dark);
    }
    if (text.startsWith('color-mix(in oklab')) {
      const [, base = '', added = ''] = split(inner(text));
      const [mixed = '', share = ''] = added.split(/ (?=\d+%)/);
      const [from, to] = [this.#resolve(base), this.#resolve(mixed)];
      const part = Number.parseFloat(share) / 100;
      return from.map((channel, i) => channel + ((to[i] ?? 0) - channel) * part) as Rgb;
    }
    if (text.startsWith('var(')) return this.#resolve(this.#value(inner(text)));
    return this.#oklch(text);
  }

  #oklch(text: string): Rgb {
    let plain = inner(text);
    while (plain.includes('var(')) {
      plain = plain.replace(/var\((--[\w-]+)\)/g, (_, name: string) => this.#value(name));
    }
    const parts = plain.match(/calc\([^)]*\)|\S+/g) ?? [];
    const [lightness = 0, chroma = 0, hue = 0] = parts.map(number);
    const angle = (hue * Math.PI) / 180;
    return [lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)];
  }
}

const surfaces = ['canvas', 'surface', 'raised', 'sunken', 'field'];
const texts = [
  'ink',
  'muted',
  'accent-ink',
  'danger-ink',
  'success-ink',
  'warning-ink',
  'info-ink',
];
const softs = ['accent-soft', 'danger-soft', 'success-soft', 'warning-soft', 'info-soft'];
const marks = ['line-strong', 'focus', 'chart-1', 'chart-2', 'chart-3', 'chart-4', 'chart-5'];
const fills = ['accent', 'danger', 'success', 'warning'].flatMap((fill) => [fill, `${fill}-hover`]);

/** Pairs of text and background: at least 4.5 to 1 (WCAG 1.4.3). */
const letters: [string, string][] = [
  ...surfaces.flatMap((surface) => texts.map((text): [string, string] => [text, surface])),
  ...softs.flatMap((soft): [string, string][] => [
    ['ink', soft],
    ['muted', soft],
    [soft.replace('soft', 'ink'), soft],
  ]),
  ...['accent', 'danger', 'success', 'warning'].flatMap((fill): [string, string][] => [
    [`on-${fill}`, fill],
    [`on-${fill}`, `${fill}-hover`],
  ]),
];

/** Control borders, focus rings and chart lines: at least 3 to 1 (WCAG 1.4.11). */
const shapes = ['canvas', 'surface', 'raised', 'field'].flatMap((surface) =>
  marks.map((mark): [string, string] => [mark, surface]),
);

const combinations = backgrounds.flatMap((theme) =>
  colors.flatMap((color) =>
    new Tokens(theme, color, 'dark').scheme
      .split(' ')
      .map((scheme) => ({ theme, color, scheme: scheme as Scheme })),
  ),
);

/** Distance of two colors in OKLab; less than 0.02 is hardly visible. */
const distance = (tokens: Tokens, one: string, other: string) => {
  const [from, to] = [tokens.lab(one), tokens.lab(other)];
  return Math.hypot(...from.map((channel, i) => channel - (to[i] ?? 0)));
};

function below(tokens: Tokens, pairs: [string, string][], least: number): string[] {
  return pairs
    .map(([one, other]) => ({ pair: `${one} on ${other}`, ratio: tokens.contrast(one, other) }))
    .filter(({ ratio }) => ratio < least)
    .map(({ pair, ratio }) => `${pair} ${ratio.toFixed(2)}`);
}

describe('every background with every color (R-APP-11)', () => {
  test('is 4 backgrounds with 23 colors, the dynamic one in light and in dark', () => {
    expect(combinations).toHaveLength(3 * 23 + 2 * 23);
  });

  test.each(combinations)('$theme, $color, $scheme: text and shapes have contrast AA', (one) => {
    const tokens = new Tokens(one.theme, one.color, one.scheme);
    expect(below(tokens, letters, 4.5)).toEqual([]);
    expect(below(tokens, shapes, 3)).toEqual([]);
  });

  test.each(combinations)(
    '$theme, $color, $scheme: danger looks like neither accent nor focus',
    (one) => {
      const tokens = new Tokens(one.theme, one.color, one.scheme);
      expect(distance(tokens, 'danger', 'accent')).toBeGreaterThan(0.1);
      expect(distance(tokens, 'danger-ink', 'focus')).toBeGreaterThan(0.1);
    },
  );

  test.each(combinations)('$theme, $color, $scheme: every color exists in sRGB', (one) => {
    const tokens = new Tokens(one.theme, one.color, one.scheme);
    const names = [...surfaces, ...texts, ...softs, ...marks, ...fills, 'line'];
    const outside = names.filter((name) =>
      linear(tokens.lab(name)).some((channel) => channel < -0.0005 || channel > 1.0005),
    );
    expect(outside).toEqual([]);
  });
});
