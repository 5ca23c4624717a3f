import type { Mail, Transport } from './transport.ts';

/** Local mailbox; it must store a mail once, even if delivered twice. */
interface Mailbox {
  deliver(message: Pick<Mail, 'id' | 'to' | 'subject' | 'text' | 'html'>): Promise<void>;
}

/** Creates a transport that delivers to the local mailbox. */
export function mailboxTransport(mailbox: Mailbox): Transport {
  return { send: (mail) => mailbox.deliver(mail) };
}
