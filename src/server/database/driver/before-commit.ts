import type { QueryConfig } from 'pg';
import { currentActor } from '#server/database/actor-context.ts';
import { ChangeNotifications } from './change-notifications.ts';
import { RequestMark } from './request-mark.ts';

/** Statements that a transaction sends right before its COMMIT, derived from those that it executed. */
export class BeforeCommit {
  readonly #parts: [ChangeNotifications, RequestMark];

  constructor(tenant: string | undefined) {
    this.#parts = [new ChangeNotifications(tenant), new RequestMark(currentActor()?.attempt)];
  }

  /** Notes a statement that changed rows. */
  add(sql: string) {
    for (const part of this.#parts) part.add(sql);
  }

  get statements(): QueryConfig[] {
    return this.#parts.flatMap(({ statements }) => statements);
  }
}
