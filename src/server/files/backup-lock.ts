/** Key of the advisory lock of a backup, held from before its snapshot until it has every file. */
export const backupLock = 6_104_718_295;

/**
 * SQL condition that is false while a backup runs; no file is deleted then. Use it in a statement of its
 * own or in the one that finds unnamed files: the snapshot of a backup that starts later names no file that
 * this statement found unnamed.
 */
export const noBackupRunning = `(select pg_try_advisory_xact_lock_shared(${backupLock}))`;
