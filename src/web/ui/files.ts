/** What a file field takes. */
export interface FileLimits {
  /** As in `<input accept>`: extensions and media types, separated by commas. */
  accept: string;
  maxBytes: number;
  /** How many files may be chosen in all; 1 unless given. */
  maxFiles?: number;
}

/** What a file field says about a file it refuses. */
export interface FileMessages {
  type: string;
  size: string;
  count: string;
}

/** The pictures of section 5 as an `accept` list. */
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

/** The files that may be taken while `room` places are free, and what is wrong with the others. */
export function sortOut(files: readonly File[], limits: FileLimits, room: number) {
  const typed = files.filter((file) => isAccepted(file, limits.accept));
  const small = typed.filter((file) => file.size <= limits.maxBytes);
  let problem: keyof FileMessages | undefined;
  if (small.length > room) problem = 'count';
  if (small.length < typed.length) problem = 'size';
  if (typed.length < files.length) problem = 'type';
  return { taken: small.slice(0, room), problem };
}

/** A file as a data URL. */
export function readAsDataUrl(file: File): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.addEventListener('load', () => resolve(String(reader.result)));
  reader.addEventListener('error', () => reject(reader.error));
  reader.readAsDataURL(file);
  return promise;
}
