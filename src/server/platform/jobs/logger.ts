type Log = (details: object, message: string) => void;

/** Log functions that this module needs; the logger of the server has them. */
export type Logger = Record<'debug' | 'info' | 'warn' | 'error', Log>;
