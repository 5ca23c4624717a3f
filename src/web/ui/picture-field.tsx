import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { DropZone } from './drop-zone.tsx';
import { Field } from './field.tsx';
import { useFileSelection, type FileFieldProps } from './file-field.tsx';
import { readAsDataUrl } from './files.ts';
import { IconButton } from './icon-button.tsx';
import { useKitTexts } from './kit-texts.tsx';
import { PictureView } from './picture-view.tsx';

type Props = {
  /** Shown without a picture. Setting it makes the picture round, as an avatar is. */
  avatar?: ReactNode;
} & FileFieldProps<string>;

/** Renders pictures; the value is a list of addresses, or data URLs for new ones. */
export function PictureField(props: Props) {
  const { label, error, optional, className, value, onChange, avatar } = props;
  const texts = useKitTexts();
  const [viewed, setViewed] = useState<string>();
  const pictures = value ?? [];
  const { problem, clear, dropZone } = useFileSelection(props, async (files, replaces) => {
    const taken = await Promise.all(files.map(readAsDataUrl));
    onChange(replaces ? taken : [...new Set([...pictures, ...taken])]);
  });
  return (
    <Field {...{ label, optional, className }} error={problem ?? error}>
      {(control) => (
        <div className={clsx('flex', avatar ? 'items-center gap-5' : 'flex-col gap-3')}>
          {pictures.length === 0 && avatar}
          <ul role="list" className="flex shrink-0 flex-wrap gap-3 empty:hidden">
            {pictures.map((picture, index) => (
              <li key={picture} className="relative">
                <button
                  type="button"
                  aria-label={`${label} ${index + 1}`}
                  className={clsx(
                    'kit-checkered block size-24 cursor-zoom-in overflow-hidden border border-line',
                    avatar ? 'rounded-full' : 'rounded-lg',
                  )}
                  onClick={() => setViewed(picture)}
                >
                  <img
                    src={picture}
                    alt=""
                    className={clsx('size-full', avatar ? 'object-cover' : 'object-contain')}
                  />
                </button>
                <IconButton
                  label={texts.removeFile.replace('{name}', `${label} ${index + 1}`)}
                  disabled={props.disabled}
                  className="absolute! -top-2 -right-2 size-7! rounded-full! border border-line bg-raised text-ink shadow-sm"
                  onClick={() => {
                    clear();
                    onChange(pictures.filter((other) => other !== picture));
                  }}
                >
                  <X aria-hidden />
                </IconButton>
              </li>
            ))}
          </ul>
          <DropZone {...control} {...dropZone} className="min-w-0 flex-1" />
          {viewed && (
            <PictureView title={label} src={viewed} onClose={() => setViewed(undefined)} />
          )}
        </div>
      )}
    </Field>
  );
}
