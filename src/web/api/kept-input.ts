import { createStore, delMany, entries, get, keys, set } from 'idb-keyval';
import type { UnansweredRequest } from './api.ts';
import { hasKept, markKept } from './kept-mark.ts';
import {
  forgetMessages,
  hasMessages,
  inputLifetime,
  removeExpiredMessages,
} from './kept-messages.ts';

/** Input of a form by field. */
export type InputValues = Record<string, unknown>;

/** Input that is not saved yet. */
export type KeptDraft = {
  savedAt: number;
  /** Changed fields. */
  values: InputValues;
  /** Record that was changed, as it was when the changes began; null for a new one. */
  base: object | null;
};

/** Person and organization that input belongs to; the portal of operators has no organization. */
export type InputOwner = { user: string; tenant: string };

/** A change that waits to be sent. */
export type QueuedChange = InputOwner & {
  id: string;
  queuedAt: number;
  request: UnansweredRequest['request'];
  key: string | undefined;
  /** Form that opens it again, with its input. */
  form: { name: string; path: string; draft: Omit<KeptDraft, 'savedAt'> };
  title: string;
  /** Null while it waits. */
  refusal: { code: string; params: object } | null;
};

type Key = ['draft' | 'unsent', user: string, tenant: string, name: string];

const store = createStore('pregao', 'input');
const draftKey = ({ user, tenant }: InputOwner, form: string): Key => ['draft', user, tenant, form];

/** Returns the draft of a form, unless it has expired. */
export const readDraft = async (owner: InputOwner, form: string) => {
  const draft = await get<KeptDraft>(draftKey(owner, form), store);
  return draft && Date.now() - draft.savedAt < inputLifetime ? draft : undefined;
};

export const storeDraft = async (
  owner: InputOwner,
  form: string,
  draft: Omit<KeptDraft, 'savedAt'>,
) => {
  await set(draftKey(owner, form), { ...draft, savedAt: Date.now() }, store);
  if (!hasKept()) markKept(true);
};

export const removeDraft = (owner: InputOwner, form: string) => removeKeys([draftKey(owner, form)]);

const unsentKey = ({ user, tenant, id }: QueuedChange): Key => ['unsent', user, tenant, id];

/** Returns the changes of a person that wait to be sent, in their order; removes what has expired, of all people. */
export const readQueue = async (user: string) => {
  await removeExpired();
  return (await readAll<QueuedChange>())
    .filter(([[kind, owner]]) => kind === 'unsent' && owner === user)
    .map(([, change]) => change)
    .toSorted((one, other) => one.queuedAt - other.queuedAt);
};

export const storeQueued = async (change: QueuedChange) => {
  await set(unsentKey(change), change, store);
  markKept(true);
};

export const removeQueued = (change: QueuedChange) => removeKeys([unsentKey(change)]);

/** Removes the drafts, changes and messages that wait of a person, or of all people (null), in this browser. */
export const forgetInputOf = async (user: string | null) => {
  forgetMessages(user);
  const all = await keys<Key>(store);
  await removeKeys(all.filter(([, owner]) => user === null || owner === user));
};

/** Removes expired input of all people. */
export const removeExpired = async () => {
  removeExpiredMessages();
  const all = await readAll<Partial<KeptDraft & QueuedChange>>();
  const expired = all.filter(
    ([, { savedAt, queuedAt }]) => Date.now() - (savedAt ?? queuedAt ?? 0) >= inputLifetime,
  );
  const isMarkStale = all.length === 0 && hasKept() && !hasMessages();
  if (expired.length > 0 || isMarkStale) await removeKeys(expired.map(([key]) => key));
};

const readAll = <T>() => entries<Key, T>(store);

const removeKeys = async (removed: Key[]) => {
  await delMany(removed, store);
  const isAny = hasMessages() || (await keys(store)).length > 0;
  if (isAny || hasKept()) markKept(isAny);
};
