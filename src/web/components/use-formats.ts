import { useTranslation } from '#web/session/translation.ts';
import { formats, type Formats } from '#web/theme/formats.ts';

/** Returns the formats of money, numbers and dates in the language of the page. */
export const useFormats = (): Formats => formats(useTranslation().locale);
