import { z } from 'zod';
import { Role } from '#contract/access.ts';
import { email, requiredText, text } from '#contract/shapes.ts';

/** What the form holds; the role as radio buttons know it (specification, section 5). */
export const memberSchema = z.object({
  email,
  firstName: requiredText(100),
  lastName: requiredText(100),
  phone: text(50),
  role: z.enum(['0', '1', '2', '3'], 'field.required'),
});
export type MemberValues = z.infer<typeof memberSchema>;

const keyOf = { 0: '0', 1: '1', 2: '2', 3: '3' } as const satisfies Record<Role, string>;
export const roleKey = (role: Role) => keyOf[role];
export const roleOf = ({ role }: Pick<MemberValues, 'role'>) =>
  Object.values(Role).find((known) => keyOf[known] === role) ?? Role.Guest;

/** Refusals that are about one field alone. */
const aboutOne: Record<string, keyof MemberValues> = {
  'tenant.existingUser': 'email',
  'tenant.cannotBeWithoutOwner': 'role',
  'tenant.onlyOwner': 'role',
};

/** The field that tells of a refusal. */
export const fieldOf = (name: string) =>
  aboutOne[name] ?? Object.values(memberSchema.keyof().enum).find((known) => known === name);
