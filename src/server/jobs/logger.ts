type Log = (details: object, message: string) => void;

/** Where this room says what happened; the server's own logger has these. */
export type Logger = Record<'debug' | 'info' | 'warn' | 'error', Log>;
