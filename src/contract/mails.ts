import { z } from 'zod';
import { operator } from './access.ts';
import { subject } from './endpoint.ts';
import { byId, id, instant } from './shapes.ts';

/** A mail that no try has got through yet: to whom and why, never what it said. */
const failedMail = z.object({
  id,
  to: z.string(),
  subject: z.string(),
  createdAt: instant,
  attempts: z.number(),
  lastError: z.string(),
  /** When it was given up; null while it is still tried. */
  deadAt: instant.nullable(),
});

export const mails = subject('Mail', {
  getFailed: {
    method: 'GET',
    path: '/Mail/Admin/GetFailed',
    summary: 'The newest mails that could not be sent, at most two hundred',
    access: operator,
    reply: z.array(failedMail),
  },
  retry: {
    method: 'POST',
    path: '/Mail/Admin/Retry/:id',
    summary: 'Send a mail that failed once more, at once',
    access: operator,
    params: byId,
    reply: null,
  },
});
