import type { onboarding } from '#contract/onboarding/onboarding.ts';
import type { Examples } from './example.ts';

export const onboardingExamples: Examples<typeof onboarding> = {
  calls: {
    hide: {
      audit: { none: 'what a member no longer wants to see is theirs' },
      repeat: 'the checklist is hidden already',
    },
    addSamples: { audit: 'samples.added', repeat: 'adds none while there are some' },
    removeSamples: {
      audit: 'samples.removed',
      act: async ({ registerOwner }) => {
        const owner = await registerOwner();
        await owner.api.onboarding.addSamples();
        await owner.api.onboarding.removeSamples();
        return owner.id;
      },
    },
  },
};
