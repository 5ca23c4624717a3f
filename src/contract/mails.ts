import { z } from 'zod';
import { operatorOf } from './access.ts';
import { subject } from './endpoint.ts';
import { id, timestamp } from './shapes.ts';

/** An email that has not been sent yet: recipient and error, never its content. */
const failedMail = z.object({
  id,
  to: z.string(),
  subject: z.string(),
  createdAt: timestamp,
  attempts: z.number(),
  lastError: z.string(),
  /** Time of the last attempt; null while retries continue. */
  deadAt: timestamp.nullable(),
});

export const mails = subject('Mail', {
  getFailed: {
    route: 'GET /Mail/Admin/GetFailed',
    summary: 'Failed emails, newest first, at most 200',
    access: operatorOf('support'),
    reply: z.array(failedMail),
  },
  retry: {
    route: 'POST /Mail/Admin/Retry/:id',
    summary: 'Retry a failed email now',
    access: operatorOf('support'),
  },
});
