/** Messages of the chat that wait to be sent, by organization and person; in a storage that is read at once. */
const prefix = 'chat.';

/** Milliseconds for which a browser keeps input (R-DRF-01). */
export const inputLifetime = 7 * 24 * 3_600_000;

type Sender = { tenant: string; userId: string };

/** Returns the key of the messages of a person in an organization. */
export const messagesKey = ({ tenant, userId }: Sender) => `${prefix}${tenant}.${userId}`;

/** Returns those of a list of messages that have not expired; none for text that is no such list. */
export const unexpired = <M extends { at: string }>(text: string | null): M[] => {
  try {
    const messages = JSON.parse(text ?? '[]') as M[];
    return messages.filter(({ at }) => Date.now() - Date.parse(at) < inputLifetime);
  } catch {
    return [];
  }
};

const messageKeys = () => Object.keys(localStorage).filter((key) => key.startsWith(prefix));

/** Returns true if a message waits, of any person. */
export const hasMessages = () => messageKeys().length > 0;

/** Stores the messages of a key; removes the key without any. */
export const storeMessages = (key: string, messages: readonly object[]) =>
  messages.length === 0
    ? localStorage.removeItem(key)
    : localStorage.setItem(key, JSON.stringify(messages));

/** Removes the messages of a person, or of all people. */
export const forgetMessages = (user: string | null) => {
  for (const key of messageKeys()) {
    if (user === null || key.endsWith(`.${user}`)) localStorage.removeItem(key);
  }
};

/** Removes expired messages of all people. */
export const removeExpiredMessages = () => {
  for (const key of messageKeys()) storeMessages(key, unexpired(localStorage.getItem(key)));
};
