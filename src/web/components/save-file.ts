/** Starts a download of a file under this name. */
export function saveFile(file: Blob, name: string) {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has read the object by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
