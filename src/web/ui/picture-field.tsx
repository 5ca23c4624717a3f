import { X } from 'lucide-react';
import { useState } from 'react';
import { DropZone } from './drop-zone.tsx';
import { Field } from './field.tsx';
import { useFileSelection, type FileFieldProps } from './file-field.tsx';
import { readAsDataUrl } from './files.ts';
import { IconButton } from './icon-button.tsx';
import { useKitTexts } from './kit-texts.tsx';
import { PictureView } from './picture-view.tsx';

/** Renders pictures; the value is a list of addresses, or data URLs for new ones. */
export function PictureField(props: FileFieldProps<string>) {
  const { label, error, optional, className, value, onChange } = props;
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
        <>
          <ul role="list" className="flex flex-wrap gap-3 empty:hidden">
            {pictures.map((picture, index) => (
              <li key={picture} className="relative">
                <button
                  type="button"
                  aria-label={`${label} ${index + 1}`}
                  className="kit-checkered block size-24 cursor-zoom-in overflow-hidden rounded-lg border border-line"
                  onClick={() => setViewed(picture)}
                >
                  <img src={picture} alt="" className="size-full object-contain" />
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
          <DropZone {...control} {...dropZone} />
          {viewed && (
            <PictureView title={label} src={viewed} onClose={() => setViewed(undefined)} />
          )}
        </>
      )}
    </Field>
  );
}
