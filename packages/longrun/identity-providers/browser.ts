/** Form of a page: its address and fields. */
type Form = { action: string; fields: URLSearchParams };
export type ProviderPage = { url: URL; html: string; form: Form | null };

const unescape = (text: string) =>
  text
    .replaceAll(/&#(x?)([\da-f]+);/gi, (_all, hex: string, code: string) =>
      String.fromCodePoint(Number.parseInt(code, hex ? 16 : 10)),
    )
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

function attribute(tag: string, name: string) {
  const [, , value] = new RegExp(`\\s${name}\\s*=\\s*(["'])(.*?)\\1`, 'is').exec(tag) ?? [];
  return value === undefined ? null : unescape(value);
}

/** Returns the last form of a page: on the sign-in pages of both providers that with the password. */
function formOf(html: string, url: URL): Form | null {
  const form = html.match(/<form\b.*?<\/form>/gis)?.at(-1);
  if (!form) return null;
  const fields = new URLSearchParams();
  for (const [input] of form.matchAll(/<input\b[^>]*>/gis)) {
    const name = attribute(input, 'name');
    if (name !== null) fields.set(name, attribute(input, 'value') ?? '');
  }
  const [tag = ''] = /^<form\b[^>]*>/is.exec(form) ?? [];
  return { action: new URL(attribute(tag, 'action') || url.href, url).href, fields };
}

const maxSteps = 20;

/**
 * Returns a browser without scripts that keeps cookies, loads frames, follows redirects and sends the forms of SAML, up to a
 * page of the product or one that asks for something. `arrived` gets what is sent to the product instead of it.
 */
export function openPlainBrowser(
  product: string,
  arrived?: (url: URL, fields: URLSearchParams | null) => void,
) {
  const jars = new Map<string, Map<string, string>>();
  const visit = async (
    address: string,
    fields: URLSearchParams | null = null,
    steps = 0,
  ): Promise<ProviderPage> => {
    const url = new URL(address);
    const page = { url, html: '', form: null };
    if (url.origin === product) {
      arrived?.(url, fields);
      if (arrived || !url.pathname.startsWith('/saml/')) return page;
    }
    if (steps > maxSteps) throw new Error(`No end of redirects at ${address}`);
    const jar = jars.get(url.host) ?? new Map<string, string>();
    jars.set(url.host, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const reply = await fetch(url, {
      method: fields ? 'POST' : 'GET',
      body: fields,
      redirect: 'manual',
      headers: { cookie, accept: 'text/html' },
    });
    for (const set of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      jar.set(name, value);
    }
    const location = reply.headers.get('location');
    if (location !== null) return visit(new URL(location, url).href, null, steps + 1);
    const html = await reply.text();
    for (const [frame] of html.matchAll(/<iframe\b[^>]*>/gis)) {
      const source = new URL(attribute(frame, 'src') ?? '', url);
      if (source.origin !== url.origin) await visit(source.href, null, steps + 1);
    }
    const form = formOf(html, url);
    const sends = form?.fields.has('SAMLResponse') || form?.fields.has('SAMLRequest');
    return form && sends ? visit(form.action, form.fields, steps + 1) : { url, html, form };
  };
  return {
    visit,
    /** Sends the form of a page with these values. */
    submit: ({ form, url, html }: ProviderPage, values: Record<string, string>) => {
      if (!form) throw new Error(`No form at ${url.href}: ${html.slice(0, 2_000)}`);
      for (const [name, value] of Object.entries(values)) form.fields.set(name, value);
      return visit(form.action, form.fields);
    },
  };
}
