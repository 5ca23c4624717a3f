/** Database access that the mailbox needs; a `pg` pool of the owner role satisfies it. */
export type MailboxStore = {
  query: <R extends Record<string, unknown>>(
    text: string,
    values: unknown[],
  ) => Promise<{ rows: R[] }>;
};

/** Message as the mail module delivers it. */
export type MailboxMessage = {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
};

/** Message as the mailbox lists it; `links` are the URLs in its text, in order. */
export type ReceivedMessage = {
  links: string[];
  at: Date;
} & MailboxMessage;

/** Local mailbox that receives mail while no mail server is configured. */
export type Mailbox = {
  /** Stores a message; storing the same message again does nothing. */
  deliver(message: MailboxMessage): Promise<void>;
  /** Lists the newest thousand messages (to one address, ignoring case), newest first. */
  list(filter?: { to?: string }): Promise<ReceivedMessage[]>;
  /** Returns one message; undefined for an unknown id. */
  find(id: string): Promise<MailboxMessage | undefined>;
};

const insertMessage = `insert into sandbox.emails (id, recipient, subject, text, html)
  values ($1, $2, $3, $4, $5) on conflict (id) do nothing`;
const selectMessages = 'select id, recipient as "to", subject, text, html, at from sandbox.emails';
const newest = 'order by at desc, id desc limit 1000';

/** Creates the mailbox on a store; the migrations create its table. */
export function createMailbox({ store }: { store: MailboxStore }): Mailbox {
  return {
    deliver: async ({ id, to, subject, text, html }) => {
      await store.query(insertMessage, [id, to, subject, text, html]);
    },
    list: async ({ to } = {}) => {
      const where = to === undefined ? '' : 'where lower(recipient) = lower($1)';
      const values = to === undefined ? [] : [to];
      const { rows } = await store.query<Omit<ReceivedMessage, 'links'> & Record<string, unknown>>(
        `${selectMessages} ${where} ${newest}`,
        values,
      );
      return rows.map((row) => ({ ...row, links: extractLinks(row.text) }));
    },
    find: async (id) => {
      const { rows } = await store.query<MailboxMessage & Record<string, unknown>>(
        `${selectMessages} where id = $1`,
        [id],
      );
      return rows[0];
    },
  };
}

/** Returns the distinct URLs of a plain text, without the punctuation of the sentence around them. */
function extractLinks(text: string): string[] {
  const found = text.match(/https?:\/\/[^\s<>"]+/g) ?? [];
  return [...new Set(found.map((link) => link.replace(/[.,;:!?)\]]+$/, '')))];
}
