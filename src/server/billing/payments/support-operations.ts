/** Operations of operators, each carried out by one request to the provider (R-SUP-02). */
const supportOperationKinds = ['credit', 'refund', 'extend_trial', 'grant_plan'] as const;
export type SupportOperationKind = (typeof supportOperationKinds)[number];

/** Returns true for a kind of operation that only operators start. */
export const isSupportKind = (kind: string): kind is SupportOperationKind =>
  supportOperationKinds.some((known) => known === kind);
