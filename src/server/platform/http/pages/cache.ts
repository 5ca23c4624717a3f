import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { takeTurn } from '#server/platform/http/protection/turns.ts';

/** Compresses bodies in the encodings that clients may accept. */
export const compressors = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body: Buffer) => promisify(gzip)(body),
};
const smallestToCompress = 1_000;

type RenderedContent = {
  status: number;
  headers: Record<string, string | string[]>;
  body: string | Buffer;
  encoded?: Partial<Record<keyof typeof compressors, Buffer>>;
  /** Seconds that a shared cache may keep it; 0: not cached. */
  seconds: number;
  /** True if the path is that of no page. */
  isUnknown?: boolean;
};

/** Rendered page, compressed at most once for each encoding. */
export class RenderedPage {
  readonly status: number;
  readonly headers: RenderedContent['headers'];
  readonly seconds: number;
  readonly isUnknown: boolean;
  readonly #body: Buffer;
  readonly #encoded: Map<string, Buffer | Promise<Buffer>>;

  constructor(content: RenderedContent) {
    const { status, headers, body, encoded = {}, seconds, isUnknown = false } = content;
    this.isUnknown = isUnknown;
    this.status = status;
    this.headers = headers;
    this.seconds = seconds;
    this.#body = typeof body === 'string' ? Buffer.from(body) : body;
    this.#encoded = new Map(Object.entries(encoded));
  }

  /** Returns the body in the best encoding that an `Accept-Encoding` header allows. */
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

/** Sends a page in the best encoding that the client accepts. */
export async function sendPage(request: FastifyRequest, reply: FastifyReply, page: RenderedPage) {
  const { encoding, body } = await page.bodyFor(String(request.headers['accept-encoding'] ?? ''));
  await takeTurn(request);
  reply.code(page.status).headers(page.headers);
  if (encoding) reply.header('content-encoding', encoding);
  return body.length === 0 ? reply.send() : reply.send(body);
}

/** Time for which others get an expired page while it is rendered again, in milliseconds. */
const staleForMs = 1_000;

type CacheEntry = { page: RenderedPage; until: number };

/** LRU map of pages: the most recently used ones are last. */
class LruSegment extends Map<string, CacheEntry> {
  readonly #capacity: number;

  constructor(capacity: number) {
    super();
    this.#capacity = capacity;
  }

  /** Adds a page as the most recent; evicts the least recently used one beyond the capacity. */
  put(key: string, kept: CacheEntry) {
    this.delete(key);
    this.set(key, kept);
    const [first] = this.keys();
    if (this.size > this.#capacity && first !== undefined) this.delete(first);
  }
}

/**
 * Caches pages that are the same for many visitors, for as many seconds as they allow. A segmented LRU: a
 * page requested once evicts only such pages, so that the popular ones stay cached.
 */
export class PageCache {
  readonly #once = new LruSegment(50);
  readonly #again = new LruSegment(200);
  /** Renders in progress, shared by concurrent requests. */
  readonly #rendering = new Map<string, Promise<RenderedPage>>();

  /**
   * Returns the page for this key. A miss is rendered once for all concurrent requests. An expired page
   * is rendered by one request, while the others get the old page, as does that request if rendering
   * fails. An uncacheable page is returned only to the request that rendered it; others get null.
   */
  async getOrRender(
    key: string,
    render: () => Promise<RenderedPage>,
  ): Promise<RenderedPage | null> {
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
      // Otherwise the cache was cleared in the meantime.
      if (this.#rendering.get(key) === own) this.#keep(key, page);
      return page;
    } catch (error) {
      if (stale) return stale;
      throw error;
    } finally {
      if (this.#rendering.get(key) === own) this.#rendering.delete(key);
    }
  }

  /** Drops all pages, including renders in progress, after their data changed. */
  clear() {
    this.#once.clear();
    this.#again.clear();
    this.#rendering.clear();
  }

  #find(key: string): RenderedPage | undefined {
    const kept = this.#again.get(key) ?? this.#once.get(key);
    if (!kept) return undefined;
    this.#once.delete(key);
    this.#again.put(key, kept);
    if (kept.until > performance.now()) return kept.page;
    kept.until = performance.now() + staleForMs;
    return undefined;
  }

  #keep(key: string, page: RenderedPage) {
    if (page.seconds === 0) return;
    const kept = { page, until: performance.now() + page.seconds * 1_000 };
    if (this.#again.has(key)) this.#again.put(key, kept);
    else this.#once.put(key, kept);
  }
}
