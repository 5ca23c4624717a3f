import { z } from 'zod';
import { boundedText, id, timestamp } from '#contract/shapes.ts';

/** Kinds of tasks; `readOnly` is an overdue payment whose grace period is over. */
export const taskKinds = [
  'reversal',
  'readOnly',
  'overdue',
  'trialEnding',
  'webhookFailing',
  'webhookOff',
  'suspended',
] as const;
export type TaskKind = (typeof taskKinds)[number];

/** A fact about an organization that needs an operator. */
const operatorTask = z.object({
  /** Of the operation, subscription, webhook or organization. */
  id,
  kind: z.enum(taskKinds),
  tenant: z.object({ id, name: boundedText(200) }),
  /** End of the grace period or trial; otherwise since when. */
  at: timestamp,
  /** Plan of a subscription, or reason of a suspension. */
  note: z.string().nullable(),
});
export type OperatorTask = z.infer<typeof operatorTask>;

export const taskList = z.object({
  tasks: z.array(operatorTask),
  /** True if there are more tasks of some kind than are listed. */
  isCut: z.boolean(),
});
export type TaskList = z.infer<typeof taskList>;
