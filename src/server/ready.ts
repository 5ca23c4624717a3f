/** Exits with 0 if the product on this machine is ready, else with 1: the health check of the image. */
import { env, exit } from 'node:process';

const isReady = await fetch(`http://127.0.0.1:${env['PORT'] ?? 3000}/health/ready`).then(
  ({ ok }) => ok,
  () => false,
);
exit(isReady ? 0 : 1);
