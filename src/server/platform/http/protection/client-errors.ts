import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Failure } from '#contract/errors.ts';
import { toProblem } from '#server/platform/http/contract/failures.ts';

/**
 * Responds to input that Node could not parse as a request: 413 for a head that is too long, 408 for
 * one that is incomplete in time, 400 for any other. Closes a connection that sent nothing without a
 * response, since a browser takes an unsolicited response for the one to its next request on that
 * connection.
 */
export const onClientError = ({ code }: Error & { code?: string }, socket: Socket) => {
  if (!socket.writable || code === 'ECONNRESET' || socket.bytesRead === 0) {
    return void socket.destroy();
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return sendRawResponse(socket, 408);
  const failure = new Failure(code === 'HPE_HEADER_OVERFLOW' ? 'tooLarge' : 'validation');
  const problem = toProblem(failure);
  sendRawResponse(socket, problem.status, JSON.stringify(problem));
};

const sendRawResponse = (socket: Socket, status: number, body = '') => {
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...(body && ['content-type: application/problem+json; charset=utf-8']),
    `content-length: ${Buffer.byteLength(body)}`,
    'x-content-type-options: nosniff',
    'cache-control: no-store',
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
};
