import { planLimits, type LimitKey } from '#contract/usage/limits.ts';
import { useFormats } from '#web/components/use-formats.ts';

/** Returns a function that formats the use of a limit: bytes in megabytes, with one decimal at most. */
export function useLimitFigures() {
  const { number } = useFormats();
  return (key: LimitKey, value: number) => {
    const { unit } = planLimits[key];
    return unit === 1 ? number(value) : `${number(Math.round((value / unit) * 10) / 10)} MB`;
  };
}
