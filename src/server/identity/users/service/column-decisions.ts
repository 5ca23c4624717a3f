/** Decision about a column: in the copy of a person's data, or the reason why not (R-DAT-02). */
export type ColumnDecision = true | string;

/** Reasons why columns of several tables are left out. */
export const secret = 'is a secret';
export const ofPerson = 'is this person in every row';
export const ofTenant = 'belongs to the organization';
export const internal = 'belongs to the processing of the row and says nothing about the person';
