import { useSyncExternalStore } from 'react';
import { Button, type ButtonProps } from '#web/ui/button.tsx';

const never = () => () => undefined;

/** Whether the page that the server rendered works by now. */
const useIsAlive = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/**
 * Sends a form of a page that the server renders. Until the page works it cannot be pressed, nor sent
 * with Enter: the browser would send the form itself, and what was typed would be gone.
 */
export function SubmitButton({ disabled = false, ...props }: ButtonProps) {
  const isAlive = useIsAlive();
  return <Button type="submit" {...props} disabled={disabled || !isAlive} />;
}
