import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Transport } from './transport.ts';

const deadline = 30_000;

/** Sends through a mail server, from an address (`Pregão <mail@example.com>`), within `timeout` milliseconds. */
export function smtpTransport(url: string, from: string, timeout = deadline): Transport {
  const server = createTransport({ url, disableFileAccess: true, disableUrlAccess: true });
  const domain = /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost';
  return {
    send: async (mail, signal) => {
      // One deadline for all of it: a server that answers slowly but steadily must not hold us.
      const within = AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
      const message: SendMailOptions & { signal: AbortSignal } = {
        messageId: `<${mail.id}@${domain}>`,
        date: mail.createdAt,
        from,
        // An object, not a string to be parsed: whatever it holds, it is one recipient.
        to: { name: '', address: mail.to },
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': mail.locale },
        signal: within,
      };
      await server.sendMail(message);
    },
  };
}
