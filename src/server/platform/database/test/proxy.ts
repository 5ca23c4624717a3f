import { once } from 'node:events';
import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** State of the proxy: forwards all, drops silently, delays, or cuts a chunk in half and disconnects. */
export type ProxyState = 'well' | 'silent' | 'slow' | 'cut';

/** Proxy between the product and its database that breaks like a network. */
export type TestProxy = {
  /** Connection string of the same database through the proxy. */
  url: string;
  /** Changes the state; `well` leaves silent connections silent, as after a lost route. */
  setState: (line: ProxyState) => void;
  close: () => Promise<void>;
};

const delayMs = 120;

/** Called with what a connection of the product sends. */
export type TrafficListener = (chunk: Buffer, connection: Socket) => void;

/** Opens a proxy to the database at this URL, over TCP or a Unix socket. */
export async function openProxy(
  url: string,
  hear: TrafficListener = () => undefined,
): Promise<TestProxy> {
  let line: ProxyState = 'well';
  const sockets = new Set<Socket>();
  const silent = new WeakSet<Socket>();
  const target = proxyTarget(url);

  const forward = (from: Socket, to: Socket) => {
    let passing = Promise.resolve();
    from.on('data', (chunk: Buffer) => {
      if (line === 'silent') silent.add(from).add(to);
      if (silent.has(from)) return;
      const now = line;
      passing = passing.then(async () => {
        if (now === 'slow') await sleep(delayMs);
        if (now !== 'cut') return void to.write(chunk);
        to.end(chunk.subarray(0, Math.floor(chunk.length / 2)));
        from.destroy();
      });
    });
    from.on('close', () => silent.has(from) || to.destroy());
    from.on('error', () => undefined);
  };

  const server = createServer((near) => {
    const far = createConnection(target);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    }
    near.on('data', (chunk: Buffer) => hear(chunk, near));
    forward(near, far);
    forward(far, near);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: overTcp(url, port),
    setState: (wanted) => (line = wanted),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}

const proxyTarget = (url: string) => {
  const { hostname, port, searchParams } = new URL(url);
  const folder = searchParams.get('host');
  return folder
    ? { path: `${folder}/.s.PGSQL.${port || 5432}` }
    : { host: hostname, port: Number(port || 5432) };
};

const overTcp = (url: string, port: number) => {
  const changed = new URL(url);
  changed.searchParams.delete('host');
  changed.host = `127.0.0.1:${port}`;
  return changed.href;
};
