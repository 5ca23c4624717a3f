import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Failure } from '#contract/errors.ts';
import { problemOf } from './failures.ts';

/** Answers what is no request at all: its head is too long, broken, or never ended. */
export const answerNoise = ({ code }: Error & { code?: string }, socket: Socket) => {
  if (!socket.writable || code === 'ECONNRESET') return void socket.destroy();
  const failure = new Failure(code === 'HPE_HEADER_OVERFLOW' ? 'tooLarge' : 'validation');
  const body = JSON.stringify(problemOf(failure));
  const head = [
    `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}`,
    'content-type: application/problem+json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'x-content-type-options: nosniff',
    'cache-control: no-store',
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
};
