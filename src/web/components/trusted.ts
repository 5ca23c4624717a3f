/** How text may become elements or scripts; null refuses it (https://www.w3.org/TR/trusted-types/). */
type Rules = {
  createHTML: (html: string) => string | null;
  createScriptURL?: (url: string) => string | null;
};
type Factory = {
  createPolicy: (name: string, rules: Rules) => { createHTML: (html: string) => TrustedHTML };
};

/** Of browsers that know no such types the content policy asks none. */
const { trustedTypes } = globalThis as { trustedTypes?: Factory };

const sanitised = trustedTypes?.createPolicy('sanitised', { createHTML: (html) => html });

/** HTML that the server has sanitised, as elements may be made of it. */
export const trust = (html: string) => sanitised?.createHTML(html) ?? html;

/** Where Zod keeps its settings, before and after it is loaded. */
const zodsSettings = '__zod_globalConfig';

/** Makes nothing but an empty script: React begins each one like this. */
const isHarmless = (html: string) => html === '<script></script>' || !html.includes('<');

/**
 * What may still be made of a plain text: nothing that could run, and our own files as scripts. React
 * draws a whole document anew where the server's does not fit.
 */
const trustOnlyHarmless = () => {
  trustedTypes?.createPolicy('default', {
    createHTML: (html) => (isHarmless(html) ? html : null),
    createScriptURL: (url) =>
      URL.parse(url, location.href)?.origin === location.origin ? url : null,
  });
  // Zod would try whether it may make functions of text, and the policy report it.
  const all = globalThis as unknown as Record<string, object | undefined>;
  all[zodsSettings] = Object.assign(all[zodsSettings] ?? {}, { jitless: true });
};

// At once: the document imports this first, before any page with a schema begins.
if (!import.meta.env.SSR) trustOnlyHarmless();
