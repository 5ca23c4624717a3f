import type { FieldDefinitions } from './fields.ts';
import { transactionFields } from './transactions.ts';

export type Entity = {
  /** Name of the subject of its calls and of its texts. */
  area: string;
  table: string;
  fields: FieldDefinitions;
};

/**
 * The entities of organizations, by the nouns of their audit entries. Their names in the audit log, their part of an
 * archive and their absence from the copy of a person's data follow.
 */
export const entities = {
  transaction: { area: 'transactions', table: 'transactions', fields: transactionFields },
} as const satisfies Record<string, Entity>;

export type EntityNoun = keyof typeof entities;
export const entityNouns = Object.keys(entities) as EntityNoun[];

/** Returns true for the noun of an entity. */
export const isEntityNoun = (noun: string): noun is EntityNoun => Object.hasOwn(entities, noun);
