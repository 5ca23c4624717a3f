/** Returns CSV files of one list as a single file; each begins with the same line of headers. */
export async function joinCsv(files: readonly Blob[]) {
  const texts = await Promise.all(files.map((file) => file.text()));
  const rows = texts.map((text, index) =>
    index === 0 ? text : text.slice(text.indexOf('\n') + 1),
  );
  // Blob.text() drops the mark by which spreadsheets recognize UTF-8.
  return new Blob(['\u{FEFF}', ...rows], { type: 'text/csv' });
}
