import { createStore, delMany, entries, get, keys, set } from 'idb-keyval';
import { hasKept, markKept } from './kept-mark.ts';

/** Milliseconds for which a browser keeps input (R-DRF-01). */
const inputLifetime = 7 * 24 * 3_600_000;

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

type Key = ['draft', user: string, tenant: string, name: string];

const store = createStore('pregao', 'input');
const draftKey = ({ user, tenant }: InputOwner, form: string): Key => ['draft', user, tenant, form];

/** Returns the draft of a form, unless it has expired. */
export async function readDraft(owner: InputOwner, form: string) {
  const draft = await get<KeptDraft>(draftKey(owner, form), store);
  return draft && Date.now() - draft.savedAt < inputLifetime ? draft : undefined;
}

export async function storeDraft(
  owner: InputOwner,
  form: string,
  draft: Omit<KeptDraft, 'savedAt'>,
) {
  await set(draftKey(owner, form), { ...draft, savedAt: Date.now() }, store);
  if (!hasKept()) markKept(true);
}

export const removeDraft = (owner: InputOwner, form: string) => removeKeys([draftKey(owner, form)]);

/** Removes the drafts of a person, or of all people (null), in this browser. */
export async function forgetInputOf(user: string | null) {
  const all = await keys<Key>(store);
  await removeKeys(all.filter(([, owner]) => user === null || owner === user));
}

/** Removes expired drafts of all people. */
export async function removeExpired() {
  const all = await entries<Key, KeptDraft>(store);
  // Also what has no such time: entries of another kind, of an earlier form.
  const expired = all.filter(([, { savedAt }]) => !(Date.now() - savedAt < inputLifetime));
  const isMarkStale = all.length === 0 && hasKept();
  if (expired.length > 0 || isMarkStale) await removeKeys(expired.map(([key]) => key));
}

async function removeKeys(removed: Key[]) {
  await delMany(removed, store);
  const isAny = (await keys(store)).length > 0;
  if (isAny || hasKept()) markKept(isAny);
}
