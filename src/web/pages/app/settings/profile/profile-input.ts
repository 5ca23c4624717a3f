import { z } from 'zod';
import { boundedText, email, password, requiredText } from '#contract/shapes.ts';

/** Fields of the card about the person. */
export const profileSchema = z.object({
  firstName: requiredText(100),
  lastName: requiredText(100),
  phone: boundedText(50),
});

/** Fields of the dialog that changes the email. */
export const newEmailSchema = z.object({ email, password });
