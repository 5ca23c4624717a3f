import type { Page } from '@playwright/test';

type Fiber = {
  tag: number;
  child: Fiber | null;
  sibling: Fiber | null;
  stateNode: Text & Record<string, { children?: unknown } | undefined>;
};
type Root = { stateNode: { current: Fiber } };
type Translated = { translations: Map<Text, Element> };

/**
 * Translates the page as Chrome does: an element takes the place of each text node, now and whenever the page
 * changes. The words stay, so that they can be compared.
 */
const translateInPage = () => {
  const translations = new Map<Text, Element>();
  Object.assign(window, { translations });
  const untranslated = (node: Node) =>
    node.textContent?.trim() &&
    !node.parentElement?.closest('font, script, style, textarea, [translate=no]')
      ? NodeFilter.FILTER_ACCEPT
      : NodeFilter.FILTER_REJECT;
  const translate = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, untranslated);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.textContent = text.data;
      outer.append(inner);
      text.before(outer);
      text.remove();
      translations.set(text, outer);
    }
  };
  translate();
  const changes = { characterData: true, childList: true, subtree: true };
  new MutationObserver(translate).observe(document.body, changes);
};

/** Translates the page that is open and what it shows from now on. */
export const translatePage = async (page: Page) => {
  await page.waitForFunction(() => !String(document.removeChild).includes('[native code]'));
  await page.evaluate(translateInPage);
};

/** Returns the texts that differ from those that React means to show. */
export const staleTexts = (page: Page) =>
  page.evaluate(() => {
    const { translations } = window as unknown as Translated;
    const keyOf = (node: object, start: string) =>
      Object.keys(node).find((key) => key.startsWith(start)) ?? '';
    const root = (document as unknown as Record<string, Root>)[
      keyOf(document, '__reactContainer$')
    ];
    const [hostComponent, hostText] = [5, 6];
    const expected = new Map<Node, string>();
    const visit = (fiber: Fiber | null): void => {
      for (let next = fiber; next; next = next.sibling) {
        const { tag, stateNode: node } = next;
        if (tag === hostText) expected.set(node, node.data);
        const written = tag === hostComponent && node[keyOf(node, '__reactProps$')]?.children;
        if (typeof written === 'string' || typeof written === 'number')
          expected.set(node, String(written));
        visit(next.child);
      }
    };
    visit(root?.stateNode.current ?? null);
    const shownOf = (node: Node) =>
      (node.isConnected ? node : translations.get(node as Text))?.textContent;
    const wrong = [...expected].flatMap(([node, text]) =>
      shownOf(node) === text ? [] : [`"${shownOf(node)}" instead of "${text}"`],
    );
    const current = new Set([...expected.keys()].map((node) => translations.get(node as Text)));
    // Charts measure texts in elements that aren't React's.
    const left = [...document.querySelectorAll(':not(font) > font')]
      .filter(({ parentElement: parent }) => parent && keyOf(parent, '__reactProps$'))
      .filter((font) => !current.has(font) && !expected.has(font.parentElement ?? font));
    return [...wrong, ...left.map((font) => `"${font.textContent}" is left over`)];
  });
