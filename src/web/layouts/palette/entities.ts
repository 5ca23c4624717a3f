import { memberCalls } from '#contract/calls/member-calls.ts';
import type { TextKey } from '#locales/translation.ts';
import { appMenu } from '#web/layouts/app-menu.ts';

/**
 * Entities of organizations: entries of the menu whose path ends with a subject that members list and
 * create. A generated entity is among them.
 */
export const entities = appMenu.flatMap(({ to, icon, text, hasRecordPages = false }) => {
  const subject = to.split('/').at(-1) ?? '';
  const { name, searches = false } = memberCalls[`${subject}/getAll`] ?? {};
  if (!name || !memberCalls[`${subject}/create`]) return [];
  // The texts of an entity are an area with the name of its subject.
  const create = `${subject}.new` as TextKey;
  return [{ subject, to, icon, text, name, searches, create, hasRecordPages }];
});
export type Entity = (typeof entities)[number];
