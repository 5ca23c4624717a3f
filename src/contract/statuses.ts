/** Status of a membership; only Active members act in a tenant (R-SEC-06). */
export const MemberStatus = {
  PendingInvitation: 0,
  PendingAcceptance: 1,
  Active: 2,
  Inactive: 3,
} as const;
export type MemberStatus = (typeof MemberStatus)[keyof typeof MemberStatus];

/** Statuses of members who take a seat; a request to join reserves none (R-MEM-04). */
export const seatStatuses: readonly MemberStatus[] = [
  MemberStatus.PendingInvitation,
  MemberStatus.Active,
];

/** Ways in which a member joined (R-MEM-01). */
export const JoinMethod = { Creator: 0, Invitation: 1, Link: 2, PublicUrl: 3 } as const;
export type JoinMethod = (typeof JoinMethod)[keyof typeof JoinMethod];

/** Ways to sign in of an account, by number. */
export const LoginType = { Password: 0, Gmail: 1 } as const;
export type LoginType = (typeof LoginType)[keyof typeof LoginType];
