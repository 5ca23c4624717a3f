import type { BrowserContext, Page } from '@playwright/test';

/** Violations seen so far, and a check of the current page. */
export type ViolationWatch = { wrong: string[]; look: (page: Page) => Promise<void> };

declare global {
  interface Window {
    noticed: (what: string) => void;
  }
}

/** Number of documents that may replace each other: an unknown address leads to the app, then to sign-in. */
const maxDocuments = 5;

/** Evaluates in the page; again when another document replaced it meanwhile. */
export const evaluateSettled = async <T>(page: Page, read: () => T | Promise<T>): Promise<T> => {
  for (let document = 1; ; document += 1) {
    try {
      return (await page.evaluate(read)) as T;
    } catch (error) {
      const isReplaced = /context was destroyed/.test(String(error));
      if (!isReplaced || document === maxDocuments) throw error;
      await page.waitForLoadState();
    }
  }
};

/**
 * Records every script that runs, violation of the content policy and request to another origin.
 */
export async function watchViolations(
  contexts: BrowserContext[],
  origin: string,
): Promise<ViolationWatch> {
  const wrong: string[] = [];
  for (const context of contexts) await listen(context, origin, wrong);
  const look = async (page: Page) => {
    const { pathname } = new URL(page.url());
    wrong.push(
      ...(await evaluateSettled(page, dormantMarkup)).map(
        (what) => `asleep on ${pathname}: ${what}`,
      ),
    );
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

/** Finds markup that would run on interaction: handlers, script addresses, frames. */
const dormantMarkup = () => {
  const harmless = ['http:', 'https:', 'mailto:', 'tel:', 'blob:', undefined];
  const leads = ['href', 'xlink:href', 'action', 'formaction', 'data'];
  const frames = 'base, iframe, object, embed, math, [http-equiv], [srcdoc], [formaction]';
  // The mailbox shows emails in a frame that runs no scripts and has no origin.
  const preview =
    'iframe[src^="/sandbox/mail/"]:not([srcdoc])[sandbox="allow-popups allow-popups-to-escape-sandbox"]';
  return [...document.querySelectorAll('*')].flatMap((element) => {
    const tag = () => element.outerHTML.slice(0, 120);
    const handlers = [...element.attributes].filter(({ name }) => name.startsWith('on'));
    const protocols = leads
      .flatMap((name) => element.getAttribute(name) ?? [])
      .map((url) => URL.parse(url, location.href)?.protocol);
    return [
      ...handlers.map(({ name }) => `${name} of ${tag()}`),
      ...protocols.filter((each) => !harmless.includes(each)).map((each) => `${each} of ${tag()}`),
      ...((element.matches(frames) && !element.matches(preview)) ||
      element.localName.startsWith('xss')
        ? [tag()]
        : []),
    ];
  });
};
