import type { OpenApiDocument } from './openapi.ts';

const priceRules =
  'A one-time price (`type` 0) has the `billingPeriod` 0 and no trial, any other has a period. Currencies without decimals take whole amounts, and a price that is not 0 the provider’s minimum at least.';

/**
 * Rules between the fields of a call's input, which a JSON schema doesn't show, by `operationId`. The reference and the
 * descriptions of tools have them.
 */
const inputRules: Record<string, string> = {
  accountsLogin:
    '`email` and `password` are required unless `loginType` is 1 (Google), which needs `secretSignInKey`.',
  accountsRegister:
    '`email`, `firstName`, `lastName` and `password` are required unless `loginType` is 1 (Google), which needs `secretSignInKey`.',
  announcementsCreate: '`endsAt` must be after `startsAt`.',
  announcementsUpdate: '`endsAt` must be after `startsAt`.',
  couponsCreate:
    'Exactly one of `percentOff` and `amountOff` is required; `currency` with `amountOff` only, `durationInMonths` with the duration `repeating` only.',
  factorsCompleteSignIn:
    '`method` decides which field is required: `passkey`, or `code` for all other methods.',
  factorsStepUp:
    '`method` decides which field is required: `passkey`, `password`, `idToken` for `google`, or `code` for all other methods.',
  productsCreate: `Of each price: ${priceRules}`,
  productsCreatePrice: priceRules,
  productsCreatePrices: `Of each price: ${priceRules}`,
  transactionsCreate: '`quantity` times `price` must not exceed 10,000,000.',
  transactionsGetSummary: '`previousTo` must be before `dateFrom`.',
  transactionsUpdate: '`quantity` times `price` must not exceed 10,000,000.',
  transactionsUpdateMany: '`changes` must name one field at least.',
  webhooksReplayMany: '`from` must not be after `to`.',
};

/** Returns a description with what a call requires of its input beside its schema. */
export const withInputRule = (operationId: string, description = '') =>
  [description, inputRules[operationId] ?? ''].filter(Boolean).join(' ');

/** Adds the rules between fields to the descriptions of calls. */
export function withInputRules(document: OpenApiDocument): OpenApiDocument {
  const operations = Object.values(document.paths ?? {}).flatMap((path) => Object.values(path));
  for (const operation of operations) {
    const { operationId, description } = operation as {
      operationId?: string;
      description?: string;
    };
    const described = operationId && withInputRule(operationId, description);
    if (described) operation['description'] = described;
  }
  return document;
}
