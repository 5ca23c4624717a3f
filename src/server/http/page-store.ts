import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

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

/** Sends a page in the best encoding that the visitor takes. */
export const sendPage = async (request: FastifyRequest, reply: FastifyReply, page: Page) => {
  const { encoding, body } = await page.bodyFor(String(request.headers['accept-encoding'] ?? ''));
  reply.code(page.status).headers(page.headers);
  if (encoding) reply.header('content-encoding', encoding);
  return body.length === 0 ? reply.send() : reply.send(body);
};

/** How long a page stays for others while it is rendered anew, in ms. */
const renewal = 1_000;

type Kept = { page: Page; until: number };

/** Pages by key, those that were asked for last at the end. */
class Segment extends Map<string, Kept> {
  readonly #capacity: number;

  constructor(capacity: number) {
    super();
    this.#capacity = capacity;
  }

  /** Puts a page at the end; the one that was not asked for the longest makes room. */
  put(key: string, kept: Kept) {
    this.delete(key);
    this.set(key, kept);
    const [first] = this.keys();
    if (this.size > this.#capacity && first !== undefined) this.delete(first);
  }
}

/**
 * Keeps pages that are the same for many visitors, for the seconds that they allow. A segmented LRU: a
 * page that was asked for once can only replace another such page, so that visits to any number of
 * different addresses leave those that are asked for again and again.
 */
export class PageStore {
  readonly #once = new Segment(50);
  readonly #again = new Segment(200);
  /** Pages that are rendered now, for all who wait for them. */
  readonly #rendering = new Map<string, Promise<Page>>();

  /**
   * Returns the page of this key. One that is not kept is rendered once for all who ask meanwhile; one
   * whose time is over is rendered by one of them, while the others still get it, and so does that one
   * when the rendering fails. A page that may not be kept is for the visitor who had it rendered: it is
   * null for the others.
   */
  async shared(key: string, render: () => Promise<Page>): Promise<Page | null> {
    const kept = this.#find(key);
    if (kept) return kept;
    const rendering = this.#rendering.get(key);
    if (rendering) {
      const page = await rendering;
      return page.seconds > 0 ? page : null;
    }
    const stale = this.#again.get(key)?.page;
    const own = render();
    this.#rendering.set(key, own);
    try {
      const page = await own;
      // Otherwise what it was made of has changed meanwhile.
      if (this.#rendering.get(key) === own) this.#keep(key, page);
      return page;
    } catch (error) {
      if (stale) return stale;
      throw error;
    } finally {
      if (this.#rendering.get(key) === own) this.#rendering.delete(key);
    }
  }

  /** Drops every page, and those that are rendered now: what they are made of has changed. */
  clear() {
    this.#once.clear();
    this.#again.clear();
    this.#rendering.clear();
  }

  #find(key: string): Page | undefined {
    const kept = this.#again.get(key) ?? this.#once.get(key);
    if (!kept) return undefined;
    this.#once.delete(key);
    this.#again.put(key, kept);
    if (kept.until > performance.now()) return kept.page;
    kept.until = performance.now() + renewal;
    return undefined;
  }

  #keep(key: string, page: Page) {
    if (page.seconds === 0) return;
    const kept = { page, until: performance.now() + page.seconds * 1_000 };
    if (this.#again.has(key)) this.#again.put(key, kept);
    else this.#once.put(key, kept);
  }
}
