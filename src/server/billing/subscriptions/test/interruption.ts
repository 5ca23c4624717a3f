import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import type { connectToSandbox } from '#server/billing/payments/test/fixtures.ts';
import { testSecretKey } from '#server/billing/payments/test/stripe-under-test.ts';
import { resumeOperations } from '#server/billing/subscriptions/service/resume-operations.ts';
import type { TestApplication } from '#server/test/application.ts';
import { repetitions } from '#tools/kit/seed.ts';
import { type CrashTask, performUntil } from './crash-task.ts';
import type { KilledProcess } from './killed-process.ts';

const childScript = fileURLToPath(new URL('killed-process.ts', import.meta.url));

type Crash = CrashTask & { killAfterCall: number };

/** Returns what interrupts tasks of a product at a call of the Stripe client, and what resumes them. */
export const interruptionsOf = (
  { context, open }: TestApplication,
  { apiBase }: Awaited<ReturnType<typeof connectToSandbox>>['sandbox'],
) => {
  /** Runs the work in a child process until it is killed; returns false if it was completed before. */
  async function runUntilKilled(crash: Crash) {
    const { ownerUrl } = open;
    const given: KilledProcess = { ...crash, ownerUrl, apiBase, secretKey: testSecretKey };
    const child = spawn(process.execPath, [childScript, JSON.stringify(given)]);
    let errors = '';
    let output = '';
    child.stderr.on('data', (chunk: Buffer) => (errors += String(chunk)));
    child.stdout.on('data', (chunk: Buffer) => (output += String(chunk)));
    const [, signal] = (await once(child, 'close')) as [number | null, string | null];
    expect([signal, errors]).toEqual(['SIGKILL', expect.any(String)]);
    return !output.includes('completed');
  }

  /** Runs the work until a step, and lets nothing follow; returns false if it has fewer steps. */
  const reachStep = (crash: Crash) =>
    repetitions(false, true) ? runUntilKilled(crash) : performUntil(context, crash);

  const runUntil = async (crash: Crash) =>
    expect(await reachStep(crash)).toBe(crash.killAfterCall !== 0);

  /** Expires all locks and runs the reconciliation job; no operation may stay open. */
  async function resumeAndReconcile() {
    await open.owner.query('update billing_operations set lease_ends_at = now()');
    await resumeOperations(context);
    const { rows } = await open.owner.query(
      `select kind from billing_operations where state in ('open', 'authenticating')`,
    );
    expect(rows).toEqual([]);
  }

  return { reachStep, runUntil, runUntilKilled, resumeAndReconcile };
};
