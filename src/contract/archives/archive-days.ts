/** Days for which the archive of an export can be downloaded. */
export const archiveDays = 7;
