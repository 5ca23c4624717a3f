import type { OperatorRole } from '#contract/access.ts';
import type { Contract } from '#contract/index.ts';
import { operatorCalls } from '#contract/operators/calls.ts';
import { useSession } from './session.ts';

type CallsOf<S extends keyof Contract> = {
  [E in keyof Contract[S]['endpoints']]: Contract[S]['endpoints'][E] extends {
    access: { who: 'operator' };
  }
    ? `${S}/${E & string}`
    : never;
}[keyof Contract[S]['endpoints']];

/** Name of a call for operators, such as `coupons/create`. */
export type OperatorCall = { [S in keyof Contract]: CallsOf<S> }[keyof Contract];

/** Returns true if an operator of this role may make a call, as the contract declares (R-OPR-10). */
export const mayCall = (role: OperatorRole | null, call: OperatorCall) =>
  role !== null && rolesFor(call).includes(role);

/** Returns the roles that may make a call. */
export const rolesFor = (call: OperatorCall) => operatorCalls[call] ?? [];

/** Returns a function that tells whether the signed-in operator may make a call. */
export function useMayCall() {
  const { operatorRole } = useSession().user;
  return (call: OperatorCall) => mayCall(operatorRole, call);
}
