import { failureFromProblem } from '#contract/errors.ts';

/** Calls an endpoint of the sandbox. Throws a `Failure` unless it succeeds. */
async function requestSandbox(path: string, init?: RequestInit): Promise<unknown> {
  const answer = await fetch(`/sandbox/${path}`, init).catch(() => null);
  const body: unknown = await answer?.json().catch(() => null);
  if (!answer?.ok) throw failureFromProblem(body);
  return body;
}

export const getFromSandbox = (path: string) => requestSandbox(path);

export const postToSandbox = (path: string, body: object) =>
  requestSandbox(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
