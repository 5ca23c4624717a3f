import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Returns a post as Ghost's Content API sends it, with every field of its reference, used here or not.
 */
export const ghostPost = (slug: string, change: Record<string, unknown> = {}) => ({
  id: '605360bbce93e1003bd6ddd6',
  uuid: '6b6ff1a1-4a5c-4b1e-8c0c-6f2f0b3f6a01',
  title: `About ${slug}`,
  slug,
  html: `<p>What there is to say about <strong>${slug}</strong>.</p>`,
  comment_id: '605360bbce93e1003bd6ddd6',
  feature_image: null,
  featured: false,
  visibility: 'public',
  created_at: '2026-01-02T10:00:00.000+00:00',
  updated_at: '2026-01-05T12:30:00.000+00:00',
  published_at: '2026-01-03T09:15:00.000+00:00',
  custom_excerpt: null,
  codeinjection_head: null,
  codeinjection_foot: null,
  custom_template: null,
  canonical_url: null,
  url: `https://ghost.example/${slug}/`,
  excerpt: `What there is to say about ${slug}.`,
  reading_time: 3,
  access: true,
  comments: false,
  og_image: null,
  og_title: null,
  og_description: null,
  twitter_image: null,
  meta_title: null,
  meta_description: null,
  email_subject: null,
  frontmatter: null,
  ...change,
});

type GhostMode = 'ok' | 'error' | 'timeout' | 'html' | 'redirect';

const ghostErrors = {
  key: {
    message: 'Unknown Content API Key',
    context: null,
    type: 'UnauthorizedError',
    code: 'UNKNOWN_CONTENT_API_KEY',
  },
  post: {
    message: 'Resource not found error, cannot read post.',
    context: 'Post not found.',
    type: 'NotFoundError',
    code: null,
  },
};

const sendJson = (response: ServerResponse, status: number, body: unknown) =>
  response
    .writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' })
    .end(JSON.stringify(body));

const sendError = (
  response: ServerResponse,
  status: number,
  why: (typeof ghostErrors)['key' | 'post'],
) =>
  sendJson(response, status, {
    errors: [
      { ...why, details: null, property: null, help: null, id: 'f8b1', ghostErrorCode: null },
    ],
  });

/**
 * Starts a stand-in for Ghost's Content API, built from its reference
 * (https://ghost.org/docs/content-api/): posts by page and by slug, at most 100 per page, its errors,
 * and switchable failures.
 */
export async function startGhostSandbox(posts: object[]) {
  const key = '22444f78447824223cefc48062';
  const state = { mode: 'ok' as GhostMode, posts, requests: [] as string[] };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://ghost.test');
    state.requests.push(`${url.pathname}${url.search}`.replace(key, 'KEY'));
    if (state.mode === 'timeout') return;
    if (state.mode === 'error') return void sendJson(response, 500, { errors: [] });
    if (state.mode === 'html') return void response.writeHead(404).end('<h1>Not found</h1>');
    if (state.mode === 'redirect') {
      return void response.writeHead(302, { Location: 'http://169.254.169.254/' }).end();
    }
    if (url.searchParams.get('key') !== key) return void sendError(response, 401, ghostErrors.key);
    answer(url, state.posts, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    key,
    state,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

function answer(url: URL, posts: object[], response: ServerResponse) {
  const [, slug] = /^\/ghost\/api\/content\/posts\/slug\/([^/]+)\/$/.exec(url.pathname) ?? [];
  if (slug !== undefined) {
    const found = posts.filter((post) => 'slug' in post && post.slug === decodeURIComponent(slug));
    return found.length > 0
      ? sendJson(response, 200, { posts: found })
      : sendError(response, 404, ghostErrors.post);
  }
  if (url.pathname !== '/ghost/api/content/posts/')
    return sendError(response, 404, ghostErrors.post);
  const limit = Math.min(100, Number(url.searchParams.get('limit') ?? 15));
  const page = Number(url.searchParams.get('page') ?? 1);
  const pages = Math.max(1, Math.ceil(posts.length / limit));
  return sendJson(response, 200, {
    posts: posts.slice((page - 1) * limit, page * limit),
    meta: {
      pagination: {
        page,
        limit,
        pages,
        total: posts.length,
        next: page < pages ? page + 1 : null,
        prev: page > 1 ? page - 1 : null,
      },
    },
  });
}
