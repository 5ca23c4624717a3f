/** What the mailbox needs of the database; a `pg` pool of the owner role has it. */
export interface Store {
  query: <R extends Record<string, unknown>>(
    text: string,
    values: unknown[],
  ) => Promise<{ rows: R[] }>;
}

/** A message as the mail room hands it over. */
export interface Delivery {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** A message as the mailbox shows it; `links` are the addresses in its text, in order. */
export interface Letter extends Delivery {
  links: string[];
  at: Date;
}

/** Where mail arrives while no mail server is configured. */
export interface Mailbox {
  /** Puts a message in; the same message twice is there once. */
  deliver(message: Delivery): Promise<void>;
  /** The newest thousand messages (to one address, whatever its case), newest first. */
  list(filter?: { to?: string }): Promise<Letter[]>;
}

const put = `insert into sandbox.mails (id, recipient, subject, text, html)
  values ($1, $2, $3, $4, $5) on conflict (id) do nothing`;
const columns = 'select id, recipient as "to", subject, text, html, at from sandbox.mails';
const newest = 'order by at desc, id desc limit 1000';

/** The mailbox over a given store; its table comes with the migrations. */
export function createMailbox({ store }: { store: Store }): Mailbox {
  return {
    deliver: async ({ id, to, subject, text, html }) => {
      await store.query(put, [id, to, subject, text, html]);
    },
    list: async ({ to } = {}) => {
      const where = to === undefined ? '' : 'where lower(recipient) = lower($1)';
      const values = to === undefined ? [] : [to];
      const { rows } = await store.query<Omit<Letter, 'links'> & Record<string, unknown>>(
        `${columns} ${where} ${newest}`,
        values,
      );
      return rows.map((row) => ({ ...row, links: linksIn(row.text) }));
    },
  };
}

/** Web addresses in a plain text, each once, without the punctuation of the sentence around them. */
function linksIn(text: string): string[] {
  const found = text.match(/https?:\/\/[^\s<>"]+/g) ?? [];
  return [...new Set(found.map((link) => link.replace(/[.,;:!?)\]]+$/, '')))];
}
