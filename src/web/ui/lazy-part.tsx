import { lazy, type ComponentType } from 'react';
import { useKitTexts } from './kit-texts.tsx';

/**
 * Returns a component whose code loads on its first rendering. If it can't be loaded, a message takes
 * its place, and the rest of the page keeps its input. Only a full page load tries again: browsers
 * remember that a module failed.
 */
export const lazyPart = <P extends object>(
  load: () => Promise<ComponentType<P>>,
): ComponentType<P> =>
  lazy(async (): Promise<{ default: ComponentType<P> }> => {
    const loaded = await load().catch(() => MissingPart);
    return { default: loaded };
  });

function MissingPart() {
  return (
    <p role="alert" className="text-sm text-danger-ink">
      {useKitTexts().missingPart}
    </p>
  );
}
