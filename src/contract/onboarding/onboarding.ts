import { z } from 'zod';
import { member, Role, transactionsTier } from '#contract/access.ts';
import { subject } from '#contract/endpoint.ts';

/** Steps of the checklist, in their order. */
export const checklistSteps = [
  'verify',
  'appearance',
  'invite',
  'transaction',
  'resource',
  'plan',
] as const;
export type ChecklistStep = (typeof checklistSteps)[number];

export const onboardingState = z.object({
  /** Steps that the member may do; empty for those who may do none, or have hidden the checklist. */
  steps: z.array(z.object({ key: z.enum(checklistSteps), done: z.boolean() })),
  /** True while the organization has sample transactions. */
  hasSamples: z.boolean(),
});
export type OnboardingState = z.infer<typeof onboardingState>;

const writer = member({ tier: transactionsTier, role: Role.Member });

export const onboarding = subject('Onboarding', {
  get: {
    route: 'GET /Onboarding/Get',
    summary: 'Checklist of a new organization for its owners and admins; sample data',
    access: member(),
    reply: onboardingState,
  },
  hide: {
    route: 'POST /Onboarding/Hide',
    summary: 'Hide the checklist from oneself in this organization',
    access: member({ whenReadOnly: true, inPerson: true }),
    reply: onboardingState,
  },
  addSamples: {
    route: 'POST /Onboarding/AddSamples',
    summary: 'Add sample transactions of the last months, unless there are some',
    access: writer,
  },
  removeSamples: {
    route: 'DELETE /Onboarding/RemoveSamples',
    summary: 'Delete the unchanged sample transactions',
    access: writer,
  },
});
