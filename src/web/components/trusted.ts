/** Trusted Types callbacks; null refuses the text (https://www.w3.org/TR/trusted-types/). */
type Rules = {
  createHTML: (html: string) => string | null;
  createScriptURL?: (url: string) => string | null;
};
type Factory = {
  createPolicy: (name: string, rules: Rules) => { createHTML: (html: string) => TrustedHTML };
};

/** Browsers without Trusted Types don't enforce them in the content policy. */
const { trustedTypes } = globalThis as { trustedTypes?: Factory };

const sanitised = trustedTypes?.createPolicy('sanitised', { createHTML: (html) => html });

/** Converts HTML that the server has sanitized to a trusted value. */
export const trust = (html: string) => sanitised?.createHTML(html) ?? html;

/** Global configuration of Zod, set before or after Zod loads. */
const zodsSettings = '__zod_globalConfig';

/** Accepts an empty script only, which React creates first for every script. */
const isHarmless = (html: string) => html === '<script></script>' || !html.includes('<');

/**
 * Creates the default policy: plain text becomes no markup that could run, and only our own files
 * become scripts. React renders the whole document in the browser if hydration fails.
 */
const trustOnlyHarmless = () => {
  trustedTypes?.createPolicy('default', {
    createHTML: (html) => (isHarmless(html) ? html : null),
    createScriptURL: (url) =>
      URL.parse(url, location.href)?.origin === location.origin ? url : null,
  });
  // Disables Zod's probe for `eval`, which the content policy would report.
  const all = globalThis as unknown as Record<string, object | undefined>;
  all[zodsSettings] = Object.assign(all[zodsSettings] ?? {}, { jitless: true });
};

// Runs on import: the document imports this before any page with a schema.
if (!import.meta.env.SSR) trustOnlyHarmless();
