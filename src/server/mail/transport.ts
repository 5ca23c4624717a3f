/** Email that is being sent. */
export interface OutgoingMail {
  /** UUID, the same on every attempt. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Language tag (BCP 47) of the bodies. */
  locale: string;
  createdAt: Date;
}

/** Thrown when the mail server refused the recipient permanently: a retry can't succeed. */
export class RecipientRejected extends Error {
  override name = 'PermanentRefusal';
}

/**
 * Transport to the recipient's server. `send` rejects unless the other side has accepted the email, with
 * `RecipientRejected` when another attempt would be refused as well.
 */
export interface MailTransport {
  /** Gives up when the signal aborts. */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<void>;
}
