/** Limits of a file field. */
export type FileLimits = {
  /** Extensions and media types, separated by commas, as in `<input accept>`. */
  accept: string;
  maxBytes: number;
  /** Maximum number of files; 1 by default. */
  maxFiles?: number;
};

/** Errors of refused files. */
export type FileMessages = {
  type: string;
  size: string;
  count: string;
};

/** Accepted picture types as an `accept` list (R-FORM-06). */
export const pictureTypes = '.jpeg,.jpg,.png,.ico,image/jpeg,image/png,image/x-icon';

function isAccepted(file: File, accept: string): boolean {
  const name = file.name.toLowerCase();
  return accept
    .toLowerCase()
    .split(',')
    .map((type) => type.trim())
    .some((type) => {
      if (type.startsWith('.')) return name.endsWith(type);
      if (type.endsWith('/*')) return file.type.startsWith(type.slice(0, -1));
      return file.type === type;
    });
}

/** Splits files into those accepted for the remaining `remaining`, and the errors of the others. */
export function validateFiles(files: readonly File[], limits: FileLimits, remaining: number) {
  const typed = files.filter((file) => isAccepted(file, limits.accept));
  const small = typed.filter((file) => file.size <= limits.maxBytes);
  let error: keyof FileMessages | undefined;
  if (small.length > remaining) error = 'count';
  if (small.length < typed.length) error = 'size';
  if (typed.length < files.length) error = 'type';
  return { accepted: small.slice(0, remaining), error };
}

/** Reads a file as a data URL. */
export function readAsDataUrl(file: File): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.addEventListener('load', () => resolve(String(reader.result)));
  reader.addEventListener('error', () => reject(reader.error));
  reader.readAsDataURL(file);
  return promise;
}
