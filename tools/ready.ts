/** Ends with 0 if the product on this machine is ready, with 1 if not: the health check of the image. */
const { PORT = '3000' } = process.env;
const isReady = await fetch(`http://127.0.0.1:${PORT}/health/ready`).then(
  ({ ok }) => ok,
  () => false,
);
process.exit(isReady ? 0 : 1);

export {};
