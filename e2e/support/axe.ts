import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { Theme } from '#contract/themes.ts';

type Violation = { id: string; nodes: { target: unknown[]; failureSummary?: string }[] };
type Rules = { type: 'tag' | 'rule'; values: string[] };
type Axe = { run: (context: object, options: object) => Promise<{ violations: Violation[] }> };

const packages = createRequire(import.meta.resolve('@axe-core/playwright'));
const source = readFileSync(packages.resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Evaluates axe in a page, unless it is already there. The builder of `@axe-core/playwright` does so before each
 * run and opens a blank page after it, which takes longer than the run itself.
 */
export async function loadAxe(page: Page) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
}

/** WCAG 2.2, levels A and AA (R-APP-11). */
const wcag: Rules = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
};
/** The rules among them that depend on colors. */
export const colorRules: Rules = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/** Injects axe into a page, unless it is already there, and stops all animations. */
export async function injectAxe(page: Page) {
  if (await page.evaluate(() => 'axe' in window)) return;
  await loadAxe(page);
  await page.evaluate(() => {
    const still = new CSSStyleSheet();
    still.replaceSync(
      '*, ::before, ::after { transition: none !important; animation: none !important }',
    );
    document.adoptedStyleSheets.push(still);
  });
}

type Options = {
  /** The rules to run; all of {@link wcag} by default, and all that axe has with `null`. */
  rules?: Rules | null;
  /** False leaves out the rules that depend on colors. */
  withColors?: boolean;
  /** Selector of the part to check; the whole page by default. */
  within?: string;
  /** Selector of the parts to leave out, which need not exist. */
  except?: string | null;
};

/** Runs axe under each of the themes and returns its violations, a line for each element. */
export const runAxe = (
  page: Page,
  looks: readonly Partial<Theme>[],
  { rules = wcag, withColors = true, within = 'html', except = null }: Options = {},
) =>
  page.evaluate(
    async ({ looks, runOnly, disabled, within, except }) => {
      const { axe } = window as unknown as { axe: Axe };
      const wear = ({ theme, color }: Partial<Theme>) => {
        for (const themed of document.querySelectorAll<HTMLElement>('[data-theme]')) {
          // A sample that sets its own background keeps it.
          if (theme && themed.querySelector('main')) themed.dataset['theme'] = theme;
          if (color) themed.dataset['color'] = color;
        }
      };
      const context = { include: within, ...(except && { exclude: except }) };
      const found: string[] = [];
      for (const look of looks) {
        wear(look);
        // Frames show emails, which have a journey of their own, or documents without scripts.
        const rules = Object.fromEntries(disabled.map((rule) => [rule, { enabled: false }]));
        const options = { resultTypes: ['violations'], iframes: false, rules };
        const { violations } = await axe.run(context, { ...options, ...(runOnly && { runOnly }) });
        for (const { id, nodes } of violations) {
          const lines = nodes.map((node) => `${node.target.join(' ')}: ${node.failureSummary}`);
          found.push(...lines.map((line) => `${Object.values(look).join('.')} ${id} ${line}`));
        }
      }
      return found;
    },
    {
      looks,
      runOnly: rules,
      disabled: withColors ? [] : colorRules.values,
      within,
      except,
    },
  );
