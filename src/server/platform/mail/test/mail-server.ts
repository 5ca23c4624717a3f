import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** Behaviors of the mail server. */
export type MailServerBehavior =
  | 'well'
  | 'refusing'
  | 'hanging'
  | 'deferring'
  | 'rejecting'
  | 'unknown'
  | 'dropping';

export type TestMailServer = {
  url: string;
  /** Emails that it accepted, in order, including those it did not acknowledge. */
  received: Email[];
  /** Number of connections so far. */
  readonly connections: number;
  setBehavior(mood: MailServerBehavior): Promise<void>;
  close(): Promise<void>;
};

const smtpError = (responseCode: number, text = 'Not now') =>
  Object.assign(new Error(text), { responseCode });

/** Starts a mail server on this machine whose behavior can be changed while it runs. */
export async function startMailServer(): Promise<TestMailServer> {
  let behavior: MailServerBehavior = 'well';
  let connections = 0;
  const received: Email[] = [];
  const sockets = new Map<number | undefined, Socket>();
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onConnect: (_session, greet) => {
      connections += 1;
      if (behavior !== 'hanging') greet();
    },
    onRcptTo: (_address, _session, reply) => {
      if (behavior === 'deferring') reply(smtpError(450));
      else if (behavior === 'rejecting') reply(smtpError(550, '5.7.1 Relaying denied'));
      else if (behavior === 'unknown') reply(smtpError(550, '5.1.1 User unknown'));
      else reply();
    },
    onData: async (stream, { remotePort }, reply) => {
      // A client that disconnects during DATA has sent no email.
      const raw = await buffer(stream).catch(() => null);
      if (!raw) return;
      received.push(await PostalMime.parse(raw));
      if (behavior === 'dropping') sockets.get(remotePort)?.destroy();
      else reply();
    },
  });
  smtp.on('error', () => undefined);
  const { server } = smtp;
  server.on('connection', (socket) => sockets.set(socket.remotePort, socket));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const hangUp = () => sockets.forEach((socket) => socket.destroy());
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    get connections() {
      return connections;
    },
    setBehavior: async (next) => {
      behavior = next;
      if (behavior === 'refusing') server.close();
      else if (!server.listening) await once(server.listen(port, '127.0.0.1'), 'listening');
    },
    close: async () => {
      hangUp();
      if (server.listening) await once(server.close(), 'close');
    },
  };
}
