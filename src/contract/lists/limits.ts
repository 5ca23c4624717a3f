/** Largest number of records that one call changes. */
export const maxBulkIds = 500;

/** Largest number of selected records in the address of an export, which proxies limit to 8 kB. */
export const maxExportIds = 100;
