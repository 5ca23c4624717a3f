/** A mail on its way out. */
export interface Mail {
  /** A UUID, the same on every try. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** BCP 47, of the two bodies. */
  locale: string;
  createdAt: Date;
}

/** The mail server refused the recipient for good: sending the same mail again cannot succeed. */
export class PermanentRefusal extends Error {
  override name = 'PermanentRefusal';
}

/**
 * A way to the reader. `send` rejects unless the other side has taken the mail over,
 * with `PermanentRefusal` when another attempt would be refused as well.
 */
export interface Transport {
  /** Gives up when the signal aborts. */
  send(mail: Mail, signal: AbortSignal): Promise<void>;
}
