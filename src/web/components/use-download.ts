import { fileExtensions } from '#contract/entities/resources.ts';
import type { Resource } from '#contract/resources.ts';
import { api } from '#web/api/api.ts';
import { useTranslation } from '#web/session/translation.ts';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { failureText } from './errors/failure-text.ts';
import { saveFile } from './save-file.ts';

/**
 * Downloads the file of a resource, named after its title; shows the refusal on failure (R-RES-04).
 */
export function useDownload() {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  return async ({ id, title, type, hasFile }: Resource) => {
    if (!hasFile) return dialogs.error({ text: t('resources.noRecords') });
    try {
      saveFile(await api.resources.download({ params: { id } }), `${title}${fileExtensions[type]}`);
    } catch (error) {
      await dialogs.error({ text: failureText(t, error) ?? t('errors.internal') });
    }
  };
}
