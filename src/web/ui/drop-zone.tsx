import { clsx } from 'clsx';
import { Upload } from 'lucide-react';
import { useState, type ComponentProps, type ReactNode } from 'react';
import { useKitTexts } from './kit-texts.tsx';

type Props = {
  onFiles: (files: File[]) => void;
  /** Accepted types and size, below the prompt. */
  note?: ReactNode;
} & Omit<ComponentProps<'input'>, 'onChange' | 'type' | 'value'>;

/** Renders a file input with a large label, which accepts chosen, dropped and pasted files. */
export function DropZone({ onFiles, note, disabled, id, className, ...input }: Props) {
  const texts = useKitTexts();
  const [over, setOver] = useState(false);
  const take = (list: FileList | null | undefined) => {
    if (!disabled && list && list.length > 0) onFiles([...list]);
  };
  return (
    <div
      className={clsx(
        'relative rounded-lg border border-dashed transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
        over ? 'border-accent-ink bg-accent-soft' : 'border-line-strong bg-field',
        disabled ? 'opacity-50' : 'hover:border-accent-ink',
        className,
      )}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(!disabled);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files);
      }}
      onPaste={(event) => take(event.clipboardData.files)}
    >
      <input
        {...input}
        id={id}
        type="file"
        disabled={disabled}
        className="absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-not-allowed"
        onChange={(event) => {
          take(event.target.files);
          event.target.value = '';
        }}
      />
      <div className="flex flex-col items-center gap-1 px-4 py-5 text-center text-sm">
        <Upload aria-hidden className="mb-1 size-5 text-muted" />
        <p>
          <span className="font-semibold text-accent-ink">{texts.chooseFile}</span>{' '}
          <span className="text-muted">{texts.dropFile}</span>
        </p>
        {note && <p className="text-xs text-muted">{note}</p>}
      </div>
    </div>
  );
}
