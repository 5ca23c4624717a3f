import { z } from 'zod';
import { Role } from '#contract/access.ts';
import { email, requiredText, boundedText } from '#contract/shapes.ts';

/** Schema of the form; the role is a string, because radio buttons have string values. */
export const memberSchema = z.object({
  email,
  firstName: requiredText(100),
  lastName: requiredText(100),
  phone: boundedText(50),
  role: z.enum(['0', '1', '2', '3'], 'field.required'),
});
export type MemberValues = z.infer<typeof memberSchema>;

const keyOf = { 0: '0', 1: '1', 2: '2', 3: '3' } as const satisfies Record<Role, string>;
export const roleKey = (role: Role) => keyOf[role];
export const parseRole = ({ role }: Pick<MemberValues, 'role'>) =>
  Object.values(Role).find((known) => keyOf[known] === role) ?? Role.Guest;

/** Error codes that concern a single field. */
const fieldByErrorCode: Record<string, keyof MemberValues> = {
  'tenant.existingUser': 'email',
  'tenant.cannotBeWithoutOwner': 'role',
  'tenant.onlyOwner': 'role',
};

/** Returns the field that shows a refusal; undefined for one that concerns the whole form. */
export const memberFieldOf = (name: string) =>
  fieldByErrorCode[name] ??
  Object.values(memberSchema.keyof().enum).find((known) => known === name);
