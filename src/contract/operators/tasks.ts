import { z } from 'zod';
import { boundedText, id, timestamp } from '#contract/shapes.ts';

/** Kinds of tasks; `readOnly` is an overdue payment whose grace period is over. */
export const taskKinds = [
  'reversal',
  'dispute',
  'inquiry',
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
  /** Of the operation, dispute, subscription, webhook or organization. */
  id,
  kind: z.enum(taskKinds),
  /** The name is null without an organization: it was not created, or has been deleted. */
  tenant: z.object({ id, name: boundedText(200).nullable() }),
  /** When the bank must have an answer, or end of the grace period or trial; otherwise since when. */
  at: timestamp,
  /** Plan of a subscription, reason of a suspension, or customer of a change that was not reversed. */
  note: z.string().nullable(),
});
export type OperatorTask = z.infer<typeof operatorTask>;

export const taskList = z.object({
  tasks: z.array(operatorTask),
  /** True if there are more tasks of some kind than are listed. */
  isCut: z.boolean(),
});
export type TaskList = z.infer<typeof taskList>;
