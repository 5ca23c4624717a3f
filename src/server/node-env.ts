/**
 * React decides by `NODE_ENV`, as it is loaded, whether it renders twice as slowly and warns. So this
 * is the first import of main.ts, before anything that imports React.
 */
process.env['NODE_ENV'] ??= process.argv.includes('--dev') ? 'development' : 'production';
