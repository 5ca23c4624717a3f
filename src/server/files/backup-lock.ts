/**
 * Key of the advisory lock that a backup (`npm run backup`) holds from before its snapshot of the rows
 * until it has every file that these name.
 */
export const backupLock = 6_104_718_295;

/**
 * SQL condition that is false while a backup runs; no file is deleted then. Use it in a statement of its
 * own or in the one that finds unnamed files: the snapshot of a backup that starts later names no file that
 * this statement found unnamed.
 */
export const noBackupRunning = `(select pg_try_advisory_xact_lock_shared(${backupLock}))`;
