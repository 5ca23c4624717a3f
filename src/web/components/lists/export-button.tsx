import { clsx } from 'clsx';
import { Download } from 'lucide-react';
import type { Locale } from '#locales/locales.ts';
import { Button, type ButtonProps } from '#web/ui/button.tsx';
import { useExport } from './use-export.ts';

type Props = {
  /** Leaves the label to screen readers where the toolbar has little room. */
  isTool?: boolean;
  label: string;
  /** Name of the file, without date and extension. */
  file: string;
  load: (language: Locale) => Promise<Blob> | Blob;
} & Pick<ButtonProps, 'size'>;

/** Downloads rows of a list as CSV; `load` fetches or writes it. */
export function ExportButton({ label, file, load, size, isTool = false }: Props) {
  const save = useExport(file);
  return (
    <Button
      variant="white"
      {...(size && { size })}
      className={clsx(isTool && 'sm:max-xl:px-3')}
      title={label}
      loading={save.isPending}
      onClick={() => save.mutate({ load, extension: 'csv' })}
    >
      <Download aria-hidden className="size-4" />
      <span className={clsx(isTool && 'sm:max-xl:sr-only')}>{label}</span>
    </Button>
  );
}
