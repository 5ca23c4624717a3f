import { once } from 'node:events';
import { Readable } from 'node:stream';
import Fastify, { type FastifyError } from 'fastify';
import { describe, expect, test } from 'vitest';
import { sendFailure } from './failures.ts';
import { sendFile } from './send-file.ts';

/** Tests ranges and names of downloads in isolation (R-SEC-14, R-RES-04, RFC 9110 §14, RFC 6266). */
const content = '0123456789';
const app = Fastify();
app.setErrorHandler(sendFailure);
app.get<{ Querystring: { name?: string } }>('/file', async ({ query }, reply) =>
  sendFile(reply, {
    name: query.name ?? 'Robot.zip',
    type: 'application/zip',
    size: content.length,
    checksum: 'abc',
    open: async ({ start, end }) => Readable.from([Buffer.from(content.slice(start, end + 1))]),
  }),
);
const get = (headers: Record<string, string> = {}) => app.inject({ url: '/file', headers });

test('a client that disconnects before the first byte causes no error in the log', async () => {
  const logged: string[] = [];
  const gone = Promise.withResolvers<void>();
  const open = Fastify({
    logger: { level: 'error', stream: { write: (line) => logged.push(line) } },
  });
  open.setErrorHandler((error: FastifyError, request, reply) => {
    sendFailure(error, request, reply);
    gone.resolve();
  });
  open.post('/file', async ({ raw }, reply) => {
    const file = { name: 'Robot.zip', type: 'application/zip', size: 9, checksum: 'abc' };
    raw.socket.destroy();
    await once(reply.raw, 'close');
    return sendFile(reply, { ...file, open: async () => new Readable({ read: () => undefined }) });
  });
  const address = await open.listen({ host: '127.0.0.1', port: 0 });
  const headers = { 'content-type': 'application/json' };
  const asked = fetch(`${address}/file`, { method: 'POST', headers, body: '{}' });
  await expect(asked).rejects.toThrow('fetch failed');
  await gone.promise;
  expect(logged).toEqual([]);
  await open.close();
});

describe('A range request', () => {
  test.each([
    ['bytes=0-0', '0', '0-0'],
    ['bytes=2-4', '234', '2-4'],
    ['bytes=7-', '789', '7-9'],
    ['bytes=7-999999', '789', '7-9'],
    ['bytes=-3', '789', '7-9'],
    ['bytes=-99', content, '0-9'],
  ])('%s returns %s', async (range, body, contentRange) => {
    const answer = await get({ range });
    expect([answer.statusCode, answer.body]).toEqual([206, body]);
    expect(answer.headers).toMatchObject({
      'content-range': `bytes ${contentRange}/10`,
      'content-length': String(body.length),
      'accept-ranges': 'bytes',
      etag: '"abc"',
    });
  });

  test.each(['bytes=10-', 'bytes=99-100', 'bytes=-0'])('%s is not satisfiable', async (range) => {
    const answer = await get({ range });
    expect(answer.headers['content-range']).toBe('bytes */10');
    expect(answer.json()).toMatchObject({ status: 416, code: 'errors.rangeNotSatisfiable' });
  });

  test.each(['bytes=4-2', 'bytes=-', 'bytes=a-b', 'bytes=0-1,3-4', 'items=0-1', 'bytes=0-1x'])(
    '%s is ignored, and the whole file is sent',
    async (range) => {
      const answer = await get({ range });
      expect([answer.statusCode, answer.body]).toEqual([200, content]);
      expect(answer.headers['content-length']).toBe('10');
    },
  );

  test('returns a part only if If-Range matches the content', async () => {
    const range = 'bytes=2-4';
    const status = async (ifRange: string) =>
      (await get({ range, 'if-range': ifRange })).statusCode;
    expect(await status('"abc"')).toBe(206);
    expect(await status('"other"')).toBe(200);
    expect(await status('W/"abc"')).toBe(200);
    expect(await status('Sat, 21 Nov 2026 20:00:00 GMT')).toBe(200);
  });
});

/** Returns the name under which a browser saves the file: the extended parameter of RFC 8187. */
const savedAs = async (name: string) => {
  const answer = await app.inject({ url: '/file', query: { name } });
  const header = String(answer.headers['content-disposition']);
  const [, plain = '', extended = ''] =
    /^attachment; filename="([\w .()-]+)"; filename\*=UTF-8''([\w.~!#$&+^`|%-]+)$/.exec(header) ??
    [];
  return { plain, saved: decodeURIComponent(extended), headers: Object.keys(answer.headers) };
};

describe('The name of a download', () => {
  test.each([
    ['Robot.zip', 'Robot.zip'],
    ['Robô de ações.zip', 'Robô de ações.zip'],
    ['रोबोट का मैनुअल.txt', 'रोबोट का मैनुअल.txt'],
    ['क्‍ष.txt', 'क्‍ष.txt'],
    ['a\r\nSet-Cookie: session=1.zip', 'aSet-Cookie_ session=1.zip'],
    ['say "hi"; filename=evil.html.zip', 'say _hi_; filename=evil.html.zip'],
    ['../../etc/passwd.txt', '_.._etc_passwd.txt'],
    ['..\\..\\boot.ini.txt', '_.._boot.ini.txt'],
    ['invoice\u202Efdp.exe.zip', 'invoicefdp.exe.zip'],
    ['a\u0000b\u001b[2J.txt', 'ab[2J.txt'],
    ['line\u2028break.txt', 'linebreak.txt'],
    ['half \uD800 pair.txt', 'half \uFFFD pair.txt'],
    ["it's (50%) *new*.zip", "it's (50%) _new_.zip"],
    ['con.zip', '_con.zip'],
    ['NUL.tar.zip', '_NUL.tar.zip'],
    ['.htaccess.zip', 'htaccess.zip'],
    ['\u202E\u200B.zip', 'file.zip'],
    ['   .zip', 'file.zip'],
  ])('%j is saved as %j', async (name, saved) => {
    expect((await savedAs(name)).saved).toBe(saved);
  });

  test.each([
    ['Relatório de operações.txt', 'Relatorio de operacoes.txt'],
    ['Relato\u0301rio.txt', 'Relatorio.txt'],
    ['Ñandú – ação.zip', 'Nandu _ acao.zip'],
  ])('%j is %j for old clients', async (name, plain) => {
    expect((await savedAs(name)).plain).toBe(plain);
  });

  test('is truncated to a length that file systems accept, and keeps its extension', async () => {
    for (const sign of ['a', 'ह', '🤖']) {
      const { plain, saved } = await savedAs(`${sign.repeat(300)}.zip`);
      expect(saved).toBe(`${sign.repeat(150)}.zip`);
      expect(plain.endsWith('.zip')).toBe(true);
    }
  });

  test("can't inject a header", async () => {
    const plain = (await savedAs('a.zip')).headers;
    const attacks = ['a\r\nSet-Cookie: a=b\r\n.zip', 'a\nX: y.zip', 'a"\r\n\r\n<script>.zip'];
    for (const name of attacks) expect((await savedAs(name)).headers).toEqual(plain);
  });
});
