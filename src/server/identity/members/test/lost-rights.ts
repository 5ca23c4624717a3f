import { Role } from '#contract/access.ts';
import type { Api } from '#contract/api-client.ts';
import { patchOf, userPath, type ScimTestClient } from '#server/enterprise/scim/test/client.ts';
import type { TestOrganizationMember } from './organizations.ts';

type Change = (people: {
  leaving: TestOrganizationMember;
  remaining: TestOrganizationMember;
  scim: ScimTestClient;
}) => Promise<unknown>;

/** Returns the parameters of a call about a member. */
export const membershipOf = ({ member: id }: TestOrganizationMember) => ({ params: { id } });

const name = { firstName: 'Rui', lastName: 'Alves' };

/** Returns the ways in which an owner or admin loses rights, by what happens to them. */
export const lostRightsOf = (operator: { api: Api }): Record<string, Change> => ({
  leaves: ({ leaving }) => leaving.api.members.remove(membershipOf(leaving)),
  'is removed by another member': ({ leaving, remaining }) =>
    remaining.api.members.remove(membershipOf(leaving)),
  'is removed by an operator': ({ leaving }) =>
    operator.api.members.removeOfAny(membershipOf(leaving)),
  'is removed over SCIM': ({ leaving, scim }) => scim('DELETE', userPath(leaving)),
  'is demoted': ({ leaving, remaining }) =>
    remaining.api.members.update({
      ...membershipOf(leaving),
      body: { role: Role.Member, ...name },
    }),
  'is deactivated by another member': ({ leaving, remaining }) =>
    remaining.api.members.deactivate(membershipOf(leaving)),
  'is deactivated by an operator': ({ leaving }) =>
    operator.api.members.deactivateOfAny(membershipOf(leaving)),
  'is deactivated over SCIM': ({ leaving, scim }) =>
    scim('PATCH', userPath(leaving), {
      body: patchOf({ op: 'replace', value: { active: false } }),
    }),
  'deletes their account': ({ leaving }) => leaving.api.users.removeSelf(),
  'has their account deleted by an operator': ({ leaving }) =>
    operator.api.users.removeOfAny({ params: { id: leaving.id } }),
});
