import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** SMTP server that counts the emails it accepts. */
export class PostOffice {
  readonly #smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, { envelope }, reply) => {
      stream.resume().once('end', () => {
        for (const { address } of envelope.rcptTo) {
          this.#taken.set(address, this.taken(address) + 1);
        }
        reply();
      });
    },
  });
  readonly #taken = new Map<string, number>();

  static async open(stack: AsyncDisposableStack): Promise<PostOffice> {
    const office = new PostOffice();
    office.#smtp.on('error', () => undefined);
    await once(office.#smtp.server.listen(0, '127.0.0.1'), 'listening');
    stack.defer(() => void office.#smtp.close());
    return office;
  }

  get url() {
    return `smtp://127.0.0.1:${(this.#smtp.server.address() as AddressInfo).port}`;
  }

  /** Returns the number of emails accepted for an address. */
  taken(address: string) {
    return this.#taken.get(address) ?? 0;
  }
}
