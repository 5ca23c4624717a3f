/**
 * Sets `NODE_ENV` before React is loaded: React decides by it, once, whether to run in development mode,
 * which is half as fast and logs warnings. Must be the first import of main.ts.
 */
process.env['NODE_ENV'] ??= process.argv.includes('--dev') ? 'development' : 'production';
