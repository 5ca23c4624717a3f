import { failureOf } from '#contract/errors.ts';

/** Calls an endpoint of the sandbox. Throws a `Failure` unless it succeeds. */
async function ask(path: string, init?: RequestInit): Promise<unknown> {
  const answer = await fetch(`/sandbox/${path}`, init).catch(() => null);
  const body: unknown = await answer?.json().catch(() => null);
  if (!answer?.ok) throw failureOf(body);
  return body;
}

export const readDoor = (path: string) => ask(path);

export const openDoor = (path: string, body: object) =>
  ask(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
