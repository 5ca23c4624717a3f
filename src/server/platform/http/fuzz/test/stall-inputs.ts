import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { FuzzTarget } from './target.ts';

/** A request that may stop a process: `send` makes it, and resolves with the status of the reply. */
export type StallInput = { name: string; send: () => Promise<number> };

export type StallRequest = {
  method: string;
  url: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
};

export type StallStage = Pick<FuzzTarget, 'product' | 'cast'> & {
  /** Sends a request over the network; resolves with its status, 0 if the connection is closed. */
  sendRequest: (request: StallRequest) => Promise<number>;
};

/** Starts the thread that sends the requests, one at a time; `beforeSend` runs when it has one. */
export const startSender = (port: number, beforeSend: () => Promise<void>) => {
  const worker = new Worker(new URL('sender.ts', import.meta.url), { workerData: { port } });
  const sendRequest = async (request: StallRequest) => {
    worker.postMessage(request, []);
    await once(worker, 'message');
    await beforeSend();
    worker.postMessage('send', []);
    const [status] = (await once(worker, 'message')) as [number];
    return status;
  };
  return { sendRequest, stop: () => worker.terminate() };
};
