import type { Mail, Transport } from './transport.ts';

/** The local mailbox, as far as this room knows it: taking the same mail twice, it keeps one. */
interface Mailbox {
  deliver(message: Pick<Mail, 'id' | 'to' | 'subject' | 'text' | 'html'>): Promise<void>;
}

/** Puts mail into the local mailbox. */
export function mailboxTransport(mailbox: Mailbox): Transport {
  return { send: (mail) => mailbox.deliver(mail) };
}
