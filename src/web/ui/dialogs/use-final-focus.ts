import { useMemo } from 'react';

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary';

/** Returns an element and those around it, from the inside, within the content of the page. */
const chainOf = (element: Element | null): Element[] =>
  element && !element.matches('main, body') ? [element, ...chainOf(element.parentElement)] : [];

/**
 * Returns the function that finds what has the focus after a dialog: what had it before or, if the dialog replaced
 * that, the first control of what is left around it. Without one the focus would be lost.
 */
export function useFinalFocus(open: boolean) {
  // Read while the dialog opens, before it has the focus; an open one may be rendered by the server, where nothing has it.
  const chain = useMemo(
    () => (open && !import.meta.env.SSR ? chainOf(document.activeElement) : []),
    [open],
  );
  return () => {
    const [opener] = chain;
    if (!opener || opener.isConnected) return true;
    return (
      chain
        .filter((element) => element.isConnected)
        .map((element) => element.querySelector<HTMLElement>(focusable))
        .find((control) => control !== null) ?? true
    );
  };
}
