/**
 * Held by a backup (`npm run backup`) from before its snapshot of the rows until it has every file
 * that these name. An advisory lock of the database.
 */
export const backupLock = 6_104_718_295;

/**
 * SQL, false while a backup runs: then no file is deleted. Ask it in a statement of its own, or in
 * the one that finds out what no row names: whatever a backup begins to read after that names no
 * more than this statement saw.
 */
export const noBackup = `(select pg_try_advisory_xact_lock_shared(${backupLock}))`;
