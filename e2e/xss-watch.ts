import type { BrowserContext, Page } from '@playwright/test';

/** Everything that must not happen on a page, as it happens. */
export type Watch = { wrong: string[]; look: (page: Page) => Promise<void> };

declare global {
  interface Window {
    noticed: (what: string) => void;
  }
}

/** Hears of every script that runs, every refusal of the content policy and every request elsewhere. */
export async function watch(contexts: BrowserContext[], origin: string): Promise<Watch> {
  const wrong: string[] = [];
  for (const context of contexts) await listen(context, origin, wrong);
  const look = async (page: Page) => {
    const { pathname } = new URL(page.url());
    wrong.push(...(await page.evaluate(asleep)).map((what) => `asleep on ${pathname}: ${what}`));
  };
  return { wrong, look };
}

const listen = async (context: BrowserContext, origin: string, wrong: string[]) => {
  context.on('dialog', (dialog) => {
    wrong.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('weberror', (error) => wrong.push(`an error: ${String(error.error())}`));
  context.on('request', (request) => {
    const url = request.url();
    if (!/^(data|blob|about):/.test(url) && new URL(url).origin !== origin) {
      wrong.push(`a request: ${url}`);
    }
  });
  await context.exposeFunction('noticed', (what: string) => wrong.push(what));
  await context.addInitScript(() => {
    Object.assign(window, { __pwned: (which: unknown) => window.noticed(`it ran: ${which}`) });
    document.addEventListener('securitypolicyviolation', (event) => {
      const { effectiveDirective, blockedURI, sourceFile, lineNumber, sample } = event;
      const place = `${sourceFile}:${lineNumber} ${sample}`;
      window.noticed(`refused by ${effectiveDirective}: ${blockedURI} ${place}`);
    });
  });
};

/** What a text has become in a page that only waits for somebody: to move over it, or to press it. */
const asleep = () => {
  const harmless = ['http:', 'https:', 'mailto:', 'tel:', 'blob:', undefined];
  const leads = ['href', 'xlink:href', 'action', 'formaction', 'data'];
  const frames = 'base, iframe, object, embed, math, [http-equiv], [srcdoc], [formaction]';
  return [...document.querySelectorAll('*')].flatMap((element) => {
    const tag = () => element.outerHTML.slice(0, 120);
    const handlers = [...element.attributes].filter(({ name }) => name.startsWith('on'));
    const protocols = leads
      .flatMap((name) => element.getAttribute(name) ?? [])
      .map((url) => URL.parse(url, location.href)?.protocol);
    return [
      ...handlers.map(({ name }) => `${name} of ${tag()}`),
      ...protocols.filter((each) => !harmless.includes(each)).map((each) => `${each} of ${tag()}`),
      ...(element.matches(frames) || element.localName.startsWith('xss') ? [tag()] : []),
    ];
  });
};
