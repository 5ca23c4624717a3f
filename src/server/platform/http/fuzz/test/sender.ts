/** Thread that sends requests, so that the work of the client isn't measured. */
import { request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import type { StallRequest } from './stall-inputs.ts';

const { port } = workerData as { port: number };

const send = ({ method, url, headers = {}, body }: StallRequest) =>
  new Promise<number>((done) => {
    const sent = request({ port, host: '127.0.0.1', method, path: url, headers }, (response) => {
      response.resume().once('close', () => done(response.statusCode ?? 0));
    });
    // A second error follows when the connection is closed while the body is still being written.
    sent.on('error', () => done(0));
    sent.setTimeout(60_000, () => sent.destroy());
    sent.end(body);
  });

let waiting: StallRequest | undefined;
parentPort?.on('message', (given: StallRequest | 'send') => {
  if (given !== 'send') {
    waiting = given;
    return parentPort?.postMessage('ready', []);
  }
  if (waiting) void send(waiting).then((status) => parentPort?.postMessage(status, []));
});
