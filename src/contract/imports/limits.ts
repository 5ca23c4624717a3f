/** Maximum of bytes of a file, and of its rows below the header. */
export const maxImportBytes = 1_000_000;
export const maxImportRows = 5_000;

/** Size limit of a body with a file: base64 needs a third more. */
export const maxImportBody = 1_500_000;

/** Number of valid rows in a preview, and of errors. */
export const previewRows = 10;
export const previewErrors = 100;

/** Maximum of columns of a file, and of its cells: 50 in each of 5,000 rows. */
export const maxImportColumns = 200;
export const maxImportCells = 250_000;
