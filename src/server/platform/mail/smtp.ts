import { createTransport, type SendMailOptions } from 'nodemailer';
import { MailServerUnavailable, RecipientRejected, type MailTransport } from './sender.ts';

const defaultTimeout = 30_000;

/** Sends through a mail server as `from` (`Pregão <mail@example.com>`); timeout in milliseconds. */
export function smtpTransport(url: string, from: string, timeout = defaultTimeout): MailTransport {
  const server = createTransport({ url, disableFileAccess: true, disableUrlAccess: true });
  const domain = /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost';
  return {
    send: async (mail, signal) => {
      // One deadline for the whole exchange: a server that replies slowly but steadily must not block the
      // worker.
      const within = AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
      const message: SendMailOptions & { signal: AbortSignal } = {
        messageId: `<${mail.id}@${domain}>`,
        date: mail.createdAt,
        from,
        // An object is not parsed: whatever it holds, it is one recipient.
        to: { name: '', address: mail.to },
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        headers: {
          'Auto-Submitted': 'auto-generated',
          'Content-Language': mail.locale,
          ...(mail.unsubscribeUrl && unsubscribeHeaders(mail.unsubscribeUrl)),
        },
        signal: within,
      };
      await server.sendMail(message).catch((error: unknown) => {
        const { message } = error as Error;
        if (isPermanentRejection(error)) throw new RecipientRejected(message);
        throw signal.aborted || isAboutEmail(error)
          ? error
          : new MailServerUnavailable(message, { cause: error });
      });
    },
  };
}

/** Lets mail clients show a button that stops these emails with one POST (RFC 8058). */
const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

/**
 * Returns true when the server refused the recipient with a 5xx reply (RFC 5321 §4.2.1). A reply
 * about policy (5.7.x, RFC 3463) can change with the settings of the relay or the sender,
 * and one to any other command says nothing about the recipient: both are tried again.
 */
function isPermanentRejection(error: unknown) {
  const { command, responseCode = 0, response = '' } = error as SmtpError;
  return command === 'RCPT TO' && responseCode >= 500 && !/^\d{3}[ -]5\.7\./.test(response);
}

/** Returns true if the server answered and refused this email or its recipient. */
const isAboutEmail = (error: unknown) =>
  ['EENVELOPE', 'EMESSAGE', 'ESTREAM'].includes((error as SmtpError).code ?? '');

type SmtpError = { code?: string; command?: string; responseCode?: number; response?: string };
