/** Trusted Types callbacks; null refuses the text (https://www.w3.org/TR/trusted-types/). */
type PolicyRules = {
  createHTML: (html: string) => string | null;
  createScriptURL?: (url: string) => string | null;
};
type PolicyFactory = {
  createPolicy: (name: string, rules: PolicyRules) => { createHTML: (html: string) => TrustedHTML };
};

/** Undefined in browsers without Trusted Types, which ignore that part of the content policy. */
const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory };

const sanitizedPolicy = trustedTypes?.createPolicy('sanitised', { createHTML: (html) => html });

/** Converts HTML that the server has sanitized to a trusted value. */
export const toTrustedHtml = (html: string) => sanitizedPolicy?.createHTML(html) ?? html;

/** Global configuration of Zod, set before or after Zod loads. */
const zodConfigKey = '__zod_globalConfig';

/** Accepts text without markup, and the empty script with which React creates each script. */
const isInert = (html: string) => html === '<script></script>' || !html.includes('<');

/**
 * Creates the default policy: strings can't become markup that runs, and script addresses must be
 * our own. React needs it when it renders the whole document after a failed hydration.
 */
function createDefaultPolicy() {
  trustedTypes?.createPolicy('default', {
    createHTML: (html) => (isInert(html) ? html : null),
    createScriptURL: (url) =>
      URL.parse(url, location.href)?.origin === location.origin ? url : null,
  });
  // Disables Zod's probe for `eval`, which the content policy would report.
  const all = globalThis as unknown as Record<string, object | undefined>;
  all[zodConfigKey] = Object.assign(all[zodConfigKey] ?? {}, { jitless: true });
}

// Runs on import: the document imports this before any page with a schema.
if (!import.meta.env.SSR) createDefaultPolicy();
