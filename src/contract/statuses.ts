/** Status of a membership (section 3); only Active members act in a tenant. */
export const MemberStatus = {
  PendingInvitation: 0,
  PendingAcceptance: 1,
  Active: 2,
  Inactive: 3,
} as const;
export type MemberStatus = (typeof MemberStatus)[keyof typeof MemberStatus];

/** How a member joined (section 3). */
export const Joined = { Creator: 0, Invitation: 1, Link: 2, PublicUrl: 3 } as const;
export type Joined = (typeof Joined)[keyof typeof Joined];
