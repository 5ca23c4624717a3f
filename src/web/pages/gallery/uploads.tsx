import { useState } from 'react';
import { useTranslation } from '#web/session/translation.ts';
import { FileField } from '#web/ui/file-field.tsx';
import { pictureTypes } from '#web/ui/files.ts';
import { PictureField } from '#web/ui/picture-field.tsx';
import { GallerySection } from './section.tsx';

const megabyte = 1024 * 1024;
const drawing = (color: string) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><circle cx="50" cy="50" r="34" fill="${color}"/></svg>`,
  )}`;

export function Uploads() {
  const { t } = useTranslation();
  const [files, setFiles] = useState<File[]>([]);
  const [pictures, setPictures] = useState([drawing('teal'), drawing('tomato')]);
  const messages = {
    type: t('common.file.type'),
    size: t('common.file.size', { max: 1 }),
    count: '10',
  };
  return (
    <GallerySection id="uploads" title="Files and pictures">
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <FileField
          label="File"
          hint="zip, txt, png, jpg, rar · 1 MB"
          limits={{ accept: '.zip,.txt,.png,.jpg,.rar', maxBytes: megabyte }}
          messages={messages}
          value={files}
          onChange={setFiles}
        />
        <PictureField
          label={t('transactions.fields.image')}
          hint="jpeg, png, jpg, ico · 1 MB"
          limits={{ accept: pictureTypes, maxBytes: megabyte, maxFiles: 10 }}
          messages={messages}
          value={pictures}
          onChange={setPictures}
        />
      </div>
    </GallerySection>
  );
}
