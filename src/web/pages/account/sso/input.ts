import { z } from 'zod';
import { email } from '#contract/shapes.ts';
import { schemaResolver } from '#web/components/forms/form-failures.ts';

/** Validates the form that asks for an email. */
export const byEmail = schemaResolver(z.object({ email }));

/** Validates the form of an organization's link, which asks for nothing. */
export const byOrganization = schemaResolver(z.object({ email: z.string() }));
