import { File as FileIcon, X } from 'lucide-react';
import { useState, type Ref } from 'react';
import { DropZone } from './drop-zone.tsx';
import { Field, type FieldProps } from './field.tsx';
import { validateFiles, type FileLimits, type FileMessages } from './files.ts';
import { IconButton } from './icon-button.tsx';
import { useKitTexts } from './kit-texts.tsx';

/** Props for react-hook-form's Controller: spread its `field`. */
export interface FileFieldProps<Item> extends FieldProps {
  limits: FileLimits;
  messages: FileMessages;
  value: readonly Item[] | null | undefined;
  onChange: (value: Item[]) => void;
  onBlur?: () => void;
  ref?: Ref<HTMLInputElement>;
  name?: string;
  disabled?: boolean | undefined;
  className?: string;
}

/** Returns a handler that adds files to a field up to its limits and reports the refused ones. */
export function useFileSelection<Item>(
  { limits, messages, value }: FileFieldProps<Item>,
  onAccepted: (files: File[]) => void,
) {
  const [problem, setProblem] = useState<string>();
  const max = limits.maxFiles ?? 1;
  const remaining = max === 1 ? 1 : max - (value?.length ?? 0);
  const onFiles = (files: File[]) => {
    const { accepted, error } = validateFiles(files, limits, remaining);
    setProblem(error && messages[error]);
    if (accepted.length > 0) onAccepted(accepted);
  };
  return {
    problem,
    onFiles,
    full: remaining <= 0,
    replaces: max === 1,
    clear: () => setProblem(undefined),
  };
}

/** Renders a file input; the value is a list of files. The hint is shown in the drop zone. */
export function FileField(props: FileFieldProps<File>) {
  const { label, hint, error, optional, className, limits, value, onChange, onBlur, ref } = props;
  const texts = useKitTexts();
  const files = value ?? [];
  const { problem, onFiles, full, replaces, clear } = useFileSelection(props, (accepted) =>
    onChange(replaces ? accepted : [...files, ...accepted]),
  );
  return (
    <Field {...{ label, optional, className }} error={problem ?? error}>
      {(control) => (
        <>
          <DropZone
            {...control}
            ref={ref}
            name={props.name}
            accept={limits.accept}
            multiple={!replaces}
            disabled={props.disabled || full}
            note={hint}
            onBlur={onBlur}
            onFiles={onFiles}
          />
          <ul role="list" className="flex flex-col gap-1 empty:hidden">
            {files.map((file) => (
              <li
                key={`${file.name} ${file.lastModified}`}
                className="flex items-center gap-2 rounded-md bg-sunken pl-3 text-sm"
              >
                <FileIcon aria-hidden className="size-4 shrink-0 text-muted" />
                <span className="min-w-0 flex-1 truncate">{file.name}</span>
                <IconButton
                  label={texts.removeFile.replace('{name}', file.name)}
                  disabled={props.disabled}
                  onClick={() => {
                    clear();
                    onChange(files.filter((other) => other !== file));
                  }}
                >
                  <X aria-hidden />
                </IconButton>
              </li>
            ))}
          </ul>
        </>
      )}
    </Field>
  );
}
