import { useMutation } from '@tanstack/react-query';
import { Suspense, useState, type ReactNode } from 'react';
import { failureText } from '#web/components/errors/failure-text.ts';
import { useTranslation } from '#web/session/translation.ts';
import { pictureTypes } from '#web/ui/files.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { PictureField } from '#web/ui/picture-field.tsx';

type Props = {
  label: string;
  /** Replaces the default hint of types and size. */
  hint?: string;
  /** Address of the stored picture; empty without one. */
  src: string;
  /** Stores a new picture (a data URL), or removes the current one. */
  onStore: (picture: string | null) => Promise<void>;
  className?: string;
  /** Shown without a picture. Setting it makes the picture round: it is cropped before the upload. */
  avatar?: ReactNode;
};

const CropDialog = lazyPart(async () => (await import('./crop-dialog.tsx')).CropDialog);

/** Maximum size of a picture (R-FORM-06). */
export const pictureMegabytes = 10;

/** Uploads a picture as soon as it is chosen, and deletes it as soon as it is removed. */
export function PictureUpload({ label, hint, src, onStore, className, avatar }: Props) {
  const { t } = useTranslation();
  const [uncropped, setUncropped] = useState<string>();
  const store = useMutation({
    mutationFn: async (picture: string | null) =>
      onStore(picture && (await shrinkPicture(picture))),
  });
  const shown = store.isPending ? store.variables : src;
  const take = (picture: string | undefined) => {
    if (picture && avatar) setUncropped(picture);
    else store.mutate(picture ?? null);
  };
  const field = (
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
      onChange={([picture]) => take(picture)}
      disabled={store.isPending}
      error={store.error ? (failureText(t, store.error) ?? t('errors.internal')) : undefined}
      {...(avatar !== undefined && { avatar })}
      {...(className && { className })}
    />
  );
  return (
    <>
      {field}
      {uncropped && (
        <Suspense>
          <CropDialog
            src={uncropped}
            onClose={() => setUncropped(undefined)}
            onCrop={(picture) => {
              setUncropped(undefined);
              store.mutate(picture);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

/** Pixels of the longer side, as the server stores pictures (R-FORM-06). */
const max = 600;

/**
 * Scales a picture (a data URL) down to the stored size before the upload. A format that the
 * browser can't decode is sent as it is, and the server checks it.
 */
async function shrinkPicture(dataUrl: string): Promise<string> {
  const image = new Image();
  image.src = dataUrl;
  try {
    await image.decode();
  } catch {
    return dataUrl;
  }
  const scale = max / Math.max(image.naturalWidth, image.naturalHeight);
  const canvas = document.createElement('canvas');
  const drawing = canvas.getContext('2d');
  if (!drawing || scale >= 1) return dataUrl;
  canvas.width = Math.max(1, Math.round(image.naturalWidth * scale));
  canvas.height = Math.max(1, Math.round(image.naturalHeight * scale));
  drawing.imageSmoothingQuality = 'high';
  drawing.drawImage(image, 0, 0, canvas.width, canvas.height);
  // Only photographs are encoded as JPEG, which has no transparency.
  const type = dataUrl.startsWith('data:image/jpeg') ? 'image/jpeg' : 'image/png';
  return canvas.toDataURL(type, 0.9);
}
