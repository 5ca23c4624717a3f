import { File as FileIcon, X } from 'lucide-react';
import { useState, type Ref } from 'react';
import { DropZone } from './drop-zone.tsx';
import { Field, type FieldProps } from './field.tsx';
import { validateFiles, type FileLimits, type FileMessages } from './files.ts';
import { IconButton } from './icon-button.tsx';
import { useKitTexts } from './kit-texts.tsx';

/** Props for react-hook-form's Controller: spread its `field`. */
export type FileFieldProps<Item> = {
  limits: FileLimits;
  messages: FileMessages;
  value: readonly Item[] | null | undefined;
  onChange: (value: Item[]) => void;
  onBlur?: () => void;
  ref?: Ref<HTMLInputElement>;
  name?: string;
  disabled?: boolean | undefined;
  className?: string;
} & FieldProps;

/**
 * Returns the props of the drop zone of a field, which adds files up to the field's limits, and the
 * reason why the last ones were refused.
 */
export function useFileSelection<Item>(
  props: FileFieldProps<Item>,
  onAccepted: (files: File[], replaces: boolean) => void,
) {
  const { limits, messages, value, ref, name, disabled, hint, onBlur } = props;
  const [problem, setProblem] = useState<string>();
  const max = limits.maxFiles ?? 1;
  const replaces = max === 1;
  const remaining = replaces ? 1 : max - (value?.length ?? 0);
  const onFiles = (files: File[]) => {
    const { accepted, error } = validateFiles(files, limits, remaining);
    setProblem(error && messages[error]);
    if (accepted.length > 0) onAccepted(accepted, replaces);
  };
  return {
    problem,
    clear: () => setProblem(undefined),
    dropZone: {
      ref,
      name,
      accept: limits.accept,
      multiple: !replaces,
      disabled: disabled || remaining <= 0,
      note: hint,
      onBlur,
      onFiles,
    },
  };
}

/** Renders a file input; the value is a list of files. The hint is shown in the drop zone. */
export function FileField(props: FileFieldProps<File>) {
  const { label, error, optional, className, value, onChange } = props;
  const texts = useKitTexts();
  const files = value ?? [];
  const { problem, clear, dropZone } = useFileSelection(props, (accepted, replaces) =>
    onChange(replaces ? accepted : [...files, ...accepted]),
  );
  return (
    <Field {...{ label, optional, className }} error={problem ?? error}>
      {(control) => (
        <>
          <DropZone {...control} {...dropZone} />
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
