import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { decode, encode, AUTHORITATIVE_ANSWER } from 'dns-packet';

/** Name server of tests: answers with the TXT records that a test sets. */
export type TestNameServer = {
  /** Address for `DNS_SERVERS`. */
  address: string;
  /** TXT records by name in lower case; one may consist of several strings. */
  records: Map<string, (string | string[])[]>;
  /** Fails all lookups while true, as a broken name server does. */
  isBroken: boolean;
  close: () => void;
};

/** Starts a name server on a free UDP port of this machine. */
export async function startNameServer(): Promise<TestNameServer> {
  const socket = createSocket('udp4');
  const server: TestNameServer = {
    address: '',
    records: new Map(),
    isBroken: false,
    close: () => socket.close(),
  };
  socket.on('message', (message, { port, address }) => {
    const { id, questions = [] } = decode(message);
    const name = questions[0]?.name ?? '';
    const texts = server.records.get(name.toLowerCase());
    const code = texts ? 0 : 3;
    const answer = encode({
      type: 'response',
      id: id ?? 0,
      // The response code is in the last four bits of the flags (RFC 1035 §4.1.1).
      flags: AUTHORITATIVE_ANSWER | (server.isBroken ? 2 : code),
      questions,
      answers: server.isBroken
        ? []
        : (texts ?? []).map((data) => ({ type: 'TXT' as const, name, ttl: 1, data })),
    });
    socket.send(answer, port, address);
  });
  // Ends with the process of the tests.
  socket.unref();
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  server.address = `127.0.0.1:${socket.address().port}`;
  return server;
}
