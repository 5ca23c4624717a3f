import { Suspense } from 'react';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import type { VerificationHelpProps } from './verification-help.tsx';

const VerificationHelp = lazyPart(
  async () => (await import('./verification-help.tsx')).VerificationHelp,
);

/** Loads and renders what helps with an unverified address below a form or its result. */
export function Unverified(props: VerificationHelpProps) {
  return (
    <div className="mt-6 border-t border-line pt-6 text-center">
      <Suspense>
        <VerificationHelp {...props} />
      </Suspense>
    </div>
  );
}
