/** HTTP status of every refusal by code; each code has a text in every locale. */
export const errorStatus = {
  internal: 500,
  unavailable: 503,
  notFound: 404,
  methodNotAllowed: 405,
  unsupportedMediaType: 415,
  tooLarge: 413,
  rangeNotSatisfiable: 416,
  tooManyRequests: 429,
  'request.inProgress': 409,
  'request.answerLost': 409,
  'request.keyReused': 422,
  'conflict.changed': 412,
  validation: 400,
  unauthorized: 401,
  'address.unknown': 421,
  'address.mainSite': 403,
  'tenant.keyMissing': 400,
  'tenant.keyMismatch': 400,
  'tenant.undefined': 400,
  'access.operator': 403,
  'access.operatorRole': 403,
  'tenant.onlyOwner': 403,
  'tenant.onlyAdmin': 403,
  'tenant.onlyMember': 403,
  'access.tier': 403,
  'access.impersonating': 403,
  'access.readOnlyImpersonation': 403,
  'access.stepUpRequired': 403,
  'access.secondFactorRequired': 403,
  'tenant.subdomain': 400,
  'tenant.subdomainReserved': 400,
  'tenant.existingUser': 400,
  'tenant.maxNumberOfUsers': 400,
  'usage.transactions': 400,
  'usage.storage': 400,
  'tenant.cannotBeWithoutOwner': 400,
  'tenant.cannotBeWithoutMembers': 400,
  'tenant.isOperators': 400,
  'tenant.suspended': 403,
  'policy.signInMethod': 403,
  'policy.sessionEnded': 403,
  'policy.secondFactor': 403,
  'policy.ssoRequired': 403,
  'policy.ownSession': 400,
  'policy.ownFactor': 400,
  'policy.ssoUnavailable': 400,
  'policy.breakGlassOwner': 400,
  'policy.emailDomain': 400,
  'invitation.wrongAccount': 403,
  'invitation.addressHeld': 400,
  'account.login.nonexistent': 400,
  'account.login.exists': 400,
  'account.login.invalid': 400,
  'account.login.unverified': 400,
  'account.login.noTenants': 400,
  'account.login.notMember': 400,
  'account.login.googleUnavailable': 400,
  'account.verify.invalid': 400,
  'account.verify.alreadyVerified': 400,
  'account.verify.organizationTaken': 400,
  'account.google.used': 400,
  'account.google.invalid': 400,
  'account.google.linked': 400,
  'account.sameEmail': 400,
  'account.cannotChangeAdminEmail': 400,
  'account.passwordMismatch': 400,
  'account.passwordGuessable': 400,
  'account.passwordTooShort': 400,
  'account.noPassword': 400,
  'account.cannotChangeAdminPassword': 400,
  'account.cannotDeleteAdmin': 400,
  'account.cannotImpersonateAdmin': 403,
  'account.cannotSuspendAdmin': 400,
  'account.onlyOneself': 403,
  'account.secondFactorRequired': 403,
  'factors.invalidCode': 400,
  'factors.methodUnavailable': 400,
  'factors.passkeyRefused': 400,
  'factors.passkeysUnavailable': 400,
  'factors.lastSignInMethod': 400,
  'factors.challengeExpired': 400,
  'factors.alreadyEnrolled': 400,
  'factors.notEnrolled': 400,
  'factors.required': 400,
  'factors.breakGlass': 400,
  'upload.type': 400,
  'upload.size': 400,
  'upload.invalidFile': 400,
  'upload.noSpace': 507,
  'upload.quota': 403,
  'resources.needsUpgrade': 403,
  'resources.needsPermission': 403,
  'legal.outdated': 409,
  'scim.tokenLimit': 400,
  'apiKey.invalid': 401,
  'apiKey.expired': 401,
  'apiKey.notAllowed': 403,
  'apiKey.scope': 403,
  'apiKey.limit': 400,
  'webhook.limit': 400,
  'webhook.https': 400,
  'webhook.disabled': 400,
  'operators.existingUser': 400,
  'operators.lastAdministrator': 400,
  'announcements.link': 400,
  'announcements.endsBeforeStart': 400,
  'announcements.notShown': 409,
  'products.immutable': 400,
  'coupons.codeCharacters': 400,
  'coupons.codeTaken': 400,
  'coupons.currencyMissing': 400,
  'coupons.dateInPast': 400,
  'coupons.noPrice': 400,
  'coupons.cannotActivate': 400,
  'billing.invalidSubscription': 400,
  'billing.invalidCard': 400,
  'billing.invalidCoupon': 400,
  'billing.couponInactive': 400,
  'billing.couponMaxRedeems': 400,
  'billing.couponMinimum': 400,
  'billing.couponFirstOrder': 400,
  'billing.couponNotApplicable': 400,
  'billing.cardDeclined': 400,
  'billing.alreadySubscribed': 400,
  'billing.alreadyBought': 400,
  'billing.noPaymentMethod': 400,
  'billing.downgradeBlocked': 400,
  'billing.adminTenant': 400,
  'billing.notSubscribed': 400,
  'billing.noCustomer': 400,
  'billing.currencyLocked': 400,
  'billing.trialUsed': 400,
  'billing.previewExpired': 400,
  'billing.cardEntryDisabled': 403,
  'billing.authenticationRequired': 402,
  'billing.authenticationFailed': 400,
  'billing.inProgress': 409,
  'billing.invalidSignature': 400,
  'billing.notOffered': 400,
  'billing.refused': 400,
  'billing.providerUnavailable': 502,
  'billing.readOnly': 403,
  'billing.taxLocationRequired': 400,
  'billing.taxLocationInvalid': 400,
  'billing.taxIdInvalid': 400,
  'billing.taxIdRefused': 400,
  'support.noCurrency': 400,
  'support.notRefundable': 400,
  'support.refundTooLarge': 400,
  'support.notPaid': 400,
  'support.noTrial': 400,
  'support.dateTooEarly': 400,
  'support.dateTooLate': 400,
  'billing.planGranted': 400,
  'support.noCard': 400,
  'support.cardDeclined': 400,
  'support.confirmationNeeded': 400,
  'domains.public': 400,
  'domains.added': 400,
  'domains.tooMany': 400,
  'domains.noRecord': 400,
  'domains.noAnswer': 400,
  'domains.taken': 400,
  'sso.issuer': 400,
  'sso.address': 400,
  'sso.certificate': 400,
  'sso.metadata': 400,
  'sso.unreachable': 400,
  'sso.noDraft': 400,
  'sso.notTested': 400,
  'sso.expired': 400,
  'sso.failed': 400,
  'blog.unavailable': 503,
  'field.required': 400,
  'field.invalid': 400,
  'field.tooLong': 400,
  'field.tooShort': 400,
  'field.tooSmall': 400,
  'field.tooLarge': 400,
  'field.integer': 400,
  'field.email': 400,
  'field.date': 400,
  'field.link': 400,
  'field.twoDecimals': 400,
} as const satisfies Record<string, number>;

/** Translation key without its `errors.` prefix. */
export type ErrorCode = keyof typeof errorStatus;

/** Values for a translated text, for example `{ max: 3 }`. */
export type ErrorParams = Record<string, string | number | readonly string[]>;

type FailureDetails = {
  params?: ErrorParams;
  fields?: Record<string, ErrorCode[]>;
  current?: unknown;
};

/** An expected refusal: thrown by the server, and again by the client that receives it. */
export class Failure extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly params: ErrorParams;
  /** Error codes by field of the body. */
  readonly fields: Record<string, ErrorCode[]>;
  /** With `conflict.changed`: the record as it is now. */
  readonly current: unknown;

  constructor(code: ErrorCode, { params = {}, fields = {}, current }: FailureDetails = {}) {
    super(code);
    this.name = 'Failure';
    this.code = code;
    this.status = errorStatus[code];
    this.params = params;
    this.fields = fields;
    this.current = current;
  }
}

/** A failure in a response: `application/problem+json`, with codes prefixed by `errors.`. */
export type Problem = {
  type: string;
  title: string;
  status: number;
  code: string;
  detail?: string;
  params?: ErrorParams;
  errors?: Record<string, string[]>;
  current?: unknown;
};

const bare = (code: string): ErrorCode => {
  const name = code.replace(/^errors\./, '');
  return name in errorStatus ? (name as ErrorCode) : 'internal';
};

const isProblem = (document: unknown): document is Problem =>
  typeof document === 'object' && document !== null && 'code' in document;

/** Parses an error response back into the failure. */
export const failureFromProblem = (document: unknown) =>
  isProblem(document)
    ? new Failure(bare(document.code), {
        params: document.params ?? {},
        current: document.current,
        fields: Object.fromEntries(
          Object.entries(document.errors ?? {}).map(([field, codes]) => [field, codes.map(bare)]),
        ),
      })
    : new Failure('unavailable');
