import { useIsHydrated } from '#web/components/use-is-hydrated.ts';
import { Button, type ButtonProps } from '#web/ui/button.tsx';

/**
 * Submits a form of a server-rendered page. It is disabled until hydration, for the Enter key too:
 * the browser would submit the form itself and lose the input.
 */
export function SubmitButton({ disabled = false, ...props }: ButtonProps) {
  const isAlive = useIsHydrated();
  return <Button type="submit" {...props} disabled={disabled || !isAlive} />;
}
