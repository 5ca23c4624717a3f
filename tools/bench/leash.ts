/** Preloaded into every process of the bench: whoever started it is gone, so it goes too. */
process.on('disconnect', () => process.exit(1));
