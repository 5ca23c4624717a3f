import { z } from 'zod';
import { locales } from '#locales/locales.ts';
import {
  inPerson,
  operator,
  signedIn,
  operatorOf,
  operatorRoles,
  withStepUp,
  forEnrollment,
  alsoAtAddress,
} from './access.ts';
import { affectedOrganization, deletionErrors } from './account-deletion.ts';
import { subject } from './endpoint.ts';
import { userList } from './lists/operator.ts';
import { listParams, orderedParams } from './lists/query.ts';
import { impersonator, memberStatus, tenantSummary } from './membership.ts';
import {
  id,
  int32,
  timestamp,
  timeZone,
  newPassword,
  newPicture,
  opaqueText,
  passwordConfirmation,
  singleLine,
  requiredName,
  boundedText,
  role,
} from './shapes.ts';

export const loginType = z.literal([0, 1]);

/** A person, without password, tokens or hashes (R-SEC-12). */
export const user = z.object({
  id,
  username: z.string(),
  email: z.string(),
  firstName: boundedText(100),
  lastName: boundedText(100),
  phone: boundedText(50),
  avatar: z.string(),
  type: z.literal([0, 1]),
  /** Role in the operator's portal; null for other users. */
  operatorRole: z.enum(operatorRoles).nullable(),
  loginType,
  active: z.boolean(),
  /** IANA name of the zone of dates in emails; null while none is known. */
  timeZone: boundedText(64).nullable(),
  defaultTenant: id.nullable(),
  tenants: z.array(z.object({ tenant: tenantSummary, role, status: memberStatus })),
  currentTenant: tenantSummary.nullable(),
  /**
   * True if the caller has had a trial, so that another organization starts without one (R-SUB-06).
   */
  hadTrial: z.boolean(),
  /** Versions that the person must accept before using the app; null if none are due (R-LEG-04). */
  mustAccept: z.object({ terms: int32, privacy: int32 }).nullable(),
  /** Operator who impersonates this person in the calling session. */
  impersonatedBy: impersonator.nullable(),
});
export type User = z.infer<typeof user>;

/** Reply of every call that signs in. */
export const signInReply = z.object({ user, token: z.string() });
export type SignInReply = z.infer<typeof signInReply>;

const personNames = { firstName: requiredName(100), lastName: requiredName(100) };

/** A signed-in browser. */
export const sessionRecord = z.object({
  id,
  userAgent: z.string(),
  createdAt: timestamp,
  expiresAt: timestamp,
  /** True for the calling session. */
  current: z.boolean(),
  /** True if the operator opened it to impersonate the person. */
  impersonated: z.boolean(),
});
export type SessionRecord = z.infer<typeof sessionRecord>;

const passwordErrors = [
  'account.passwordTooShort',
  'account.cannotChangeAdminPassword',
  'account.noPassword',
] as const;

export const users = subject('User', {
  getCurrent: {
    route: 'GET /User/GetCurrent',
    summary: 'The signed-in person with their organizations',
    access: alsoAtAddress(forEnrollment(signedIn)),
    reply: user,
  },
  get: {
    route: 'GET /User/Get/:id',
    summary: 'The signed-in person, or a fellow member without their other organizations',
    access: signedIn,
    reply: user,
  },
  update: {
    route: 'PUT /User/Update/:id',
    summary: 'Change own name and phone',
    access: signedIn,
    body: z.object({ ...personNames, phone: singleLine(50).nullish() }),
    reply: user,
    errors: ['account.onlyOneself'],
  },
  updateLocale: {
    route: 'PUT /User/UpdateLocale/:locale',
    summary: 'Change own email language',
    access: alsoAtAddress(signedIn),
    params: z.object({ locale: z.enum(locales) }),
  },
  updateTimeZone: {
    route: 'PUT /User/UpdateTimeZone',
    summary: 'Change the time zone of dates in own emails',
    access: alsoAtAddress(signedIn),
    body: z.object({ timeZone }),
    reply: user,
  },
  updateAvatar: {
    route: 'POST /User/UpdateAvatar',
    summary: 'Change own picture',
    access: signedIn,
    limit: 'upload',
    body: z.object({ avatar: newPicture }),
    pictures: ['avatar'],
    reply: user,
    errors: ['upload.type', 'upload.size', 'upload.noSpace'],
  },
  updatePassword: {
    route: 'PUT /User/UpdatePassword',
    summary: 'Change own password; all other sessions end',
    access: withStepUp(inPerson),
    limit: 'password',
    body: z.object({
      passwordCurrent: opaqueText(128),
      passwordNew: newPassword,
      passwordConfirm: passwordConfirmation,
    }),
    errors: ['account.passwordMismatch', 'account.login.invalid', 'account.noPassword'],
  },
  updateDefaultTenant: {
    route: 'POST /User/UpdateDefaultTenant/:userId/:tenantId',
    summary: 'Set the default organization for the next sign-in',
    access: signedIn,
    params: z.object({ userId: id, tenantId: id }),
    reply: tenantSummary,
    errors: ['account.onlyOneself'],
  },
  getSessions: {
    route: 'GET /User/GetSessions',
    summary: 'Own active sessions, newest first',
    access: signedIn,
    reply: z.array(sessionRecord),
  },
  revokeSession: {
    route: 'DELETE /User/RevokeSession/:id',
    summary: 'End one of own sessions',
    access: signedIn,
  },
  exportData: {
    route: 'GET /User/ExportData',
    summary: 'Everything that is stored about the caller, as one JSON file without secrets',
    access: withStepUp(inPerson),
    limit: 'personalData',
    file: 'application/json',
  },
  getDeletion: {
    route: 'GET /User/GetDeletion',
    summary: 'Organizations that deleting the own account deletes or leaves',
    access: signedIn,
    reply: z.object({
      deleted: z.array(affectedOrganization),
      left: z.array(affectedOrganization),
    }),
  },
  removeSelf: {
    route: 'DELETE /User/DeleteMe',
    summary: 'Delete own account and solely owned organizations',
    access: withStepUp(inPerson),
    errors: [...deletionErrors, 'account.login.unverified', 'tenant.suspended'],
  },
  getAllOfAll: {
    route: 'GET /User/Admin/GetAll',
    summary: 'All users with their organizations',
    access: operatorOf('billing'),
    query: listParams(userList),
    /** `suspensionReason`: of a suspended account; null for others. */
    reply: z.array(user.extend({ suspensionReason: z.string().nullable() })),
    paged: true,
  },
  exportOfAll: {
    route: 'GET /User/Admin/Export',
    summary: 'All users as CSV',
    access: operatorOf('billing'),
    query: orderedParams(userList),
    file: 'text/csv',
  },
  setPassword: {
    route: 'POST /User/Admin/UpdatePassword/:userId',
    summary: 'Set the password of a user; their sessions end',
    access: withStepUp(operator),
    params: z.object({ userId: id }),
    body: z.object({ password: opaqueText(128) }),
    errors: passwordErrors,
  },
  setPasswordInPath: {
    route: 'POST /User/Admin/UpdatePassword/:userId/:password',
    summary: 'Set the password of a user, with the password in the path; never logged',
    access: withStepUp(operator),
    params: z.object({ userId: id, password: opaqueText(400) }),
    errors: passwordErrors,
  },
  removeOfAny: {
    route: 'DELETE /User/Admin/Delete/:id',
    summary: 'Delete the account of a user and their solely owned organizations',
    access: withStepUp(operator),
    errors: deletionErrors,
  },
});
