import type { OutgoingMail, MailTransport } from './transport.ts';

/** Local mailbox; it must store a mail once, even if delivered twice. */
interface LocalMailbox {
  deliver(message: Pick<OutgoingMail, 'id' | 'to' | 'subject' | 'text' | 'html'>): Promise<void>;
}

/** Creates a transport that delivers to the local mailbox. */
export function mailboxTransport(mailbox: LocalMailbox): MailTransport {
  return { send: (mail) => mailbox.deliver(mail) };
}
