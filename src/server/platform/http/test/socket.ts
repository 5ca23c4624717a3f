import { connect } from 'node:net';
import { onTestFinished } from 'vitest';
import type { TestApplication } from '#server/test/application.ts';

/** Returns the URL of a product, and starts listening on the first call. */
export const listeningUrl = async ({ app }: Pick<TestApplication, 'app'>): Promise<URL> => {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  const bound = app.server.address();
  if (typeof bound !== 'object' || bound === null) throw new Error('Server is not listening');
  return new URL(`http://127.0.0.1:${bound.port}`);
};

/** Opens a raw TCP connection, which closes when the test ends. */
export const openSocket = ({ hostname, port }: URL) => {
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  return socket;
};

const isWhole = (text: string) => {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const length = Number(/^content-length: (\d+)/im.exec(text.slice(0, end))?.[1] ?? 0);
  return Buffer.byteLength(text.slice(end + 4)) >= length;
};

/** Sends bytes and returns the first response, or all data until the connection ended. */
export const sendRaw = async (at: URL, bytes: string | Buffer): Promise<string> => {
  const socket = openSocket(at);
  socket.write(bytes);
  let text = '';
  for await (const chunk of socket.setEncoding('utf8')) {
    text += String(chunk);
    if (isWhole(text)) break;
  }
  return text;
};

/** Returns the status of a raw response, or null without one. */
export const statusOf = (response: string) =>
  Number(/^HTTP\/1\.1 (\d{3})/.exec(response)?.[1] ?? 0) || null;
