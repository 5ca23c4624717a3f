import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { failureText } from '#web/components/errors/failure-text.ts';
import { pictureTypes } from '#web/ui/files.ts';
import { PictureField } from '#web/ui/picture-field.tsx';
import { shrinkPicture } from './shrink-picture.ts';

interface Props {
  label: string;
  /** Replaces the default hint of types and size. */
  hint?: string;
  /** Address of the stored picture; empty without one. */
  src: string;
  /** Stores a new picture (a data URL), or removes the current one. */
  onStore: (picture: string | null) => Promise<void>;
  className?: string;
}

/** Maximum size of a picture (R-FORM-06). */
export const pictureMegabytes = 10;

/** Uploads a picture as soon as it is chosen, and deletes it as soon as it is removed. */
export function PictureUpload({ label, hint, src, onStore, className }: Props) {
  const { t } = useTranslation();
  const store = useMutation({
    mutationFn: async (picture: string | null) =>
      onStore(picture && (await shrinkPicture(picture))),
  });
  const shown = store.isPending ? store.variables : src;
  return (
    <PictureField
      label={label}
      hint={hint ?? t('settings.picture.hint', { max: pictureMegabytes })}
      limits={{ accept: pictureTypes, maxBytes: pictureMegabytes * 1_000_000 }}
      messages={{
        type: t('common.file.type'),
        size: t('common.file.size', { max: pictureMegabytes }),
        count: t('common.file.count'),
      }}
      value={shown ? [shown] : []}
      onChange={([picture]) => store.mutate(picture ?? null)}
      disabled={store.isPending}
      error={store.error ? (failureText(t, store.error) ?? t('errors.internal')) : undefined}
      {...(className && { className })}
    />
  );
}
