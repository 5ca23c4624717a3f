import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressors = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body: Buffer) => promisify(gzip)(body),
};
const smallestToCompress = 1_000;

type Rendered = {
  status: number;
  headers: Record<string, string | string[]>;
  body: string;
  /** How long it may be kept for others; 0: not at all. */
  seconds: number;
};

/** An answer as it is sent: its body is compressed at most once for each encoding. */
export class Page {
  readonly status: number;
  readonly headers: Rendered['headers'];
  readonly seconds: number;
  readonly #body: Buffer;
  readonly #encoded = new Map<string, Promise<Buffer>>();

  constructor({ status, headers, body, seconds }: Rendered) {
    this.status = status;
    this.headers = headers;
    this.seconds = seconds;
    this.#body = Buffer.from(body);
  }

  /** The body in the best encoding that an `Accept-Encoding` header allows. */
  async bodyFor(accepted: string): Promise<{ encoding: string | null; body: Buffer }> {
    const encoding = (['br', 'gzip'] as const).find((name) => accepted.includes(name));
    if (!encoding || this.#body.length < smallestToCompress) {
      return { encoding: null, body: this.#body };
    }
    const body = this.#encoded.get(encoding) ?? compressors[encoding](this.#body);
    this.#encoded.set(encoding, body);
    return { encoding, body: await body };
  }
}

const maxPages = 200;

/** How long a page stays for others while somebody renews it, in ms. */
const renewal = 1_000;

/** Pages that are the same for many visitors, kept for the seconds they allow. */
export class PageStore {
  readonly #pages = new Map<string, { page: Page; until: number }>();
  /** Grows whenever everything is forgotten. */
  generation = 0;

  /** A kept page. When its time is over one caller gets nothing and renews it; others wait for nobody. */
  get(key: string): Page | undefined {
    const kept = this.#pages.get(key);
    if (!kept || kept.until > performance.now()) return kept?.page;
    kept.until = performance.now() + renewal;
    return undefined;
  }

  /** Keeps a page that may be kept; the oldest one makes room for it. */
  set(key: string, page: Page) {
    if (page.seconds === 0) return;
    this.#pages.delete(key);
    this.#pages.set(key, { page, until: performance.now() + page.seconds * 1000 });
    const [oldest] = this.#pages.keys();
    if (this.#pages.size > maxPages && oldest !== undefined) this.#pages.delete(oldest);
  }

  clear() {
    this.generation += 1;
    this.#pages.clear();
  }
}
