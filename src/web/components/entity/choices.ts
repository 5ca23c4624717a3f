import type { FieldKind } from '#contract/entities/fields.ts';
import type { Translate } from '#locales/translation.ts';

/** Kinds whose values are numbers with names; a value is its index in the list. */
const choices = {
  ResourceFileType: [
    'common.fileType.zip',
    'common.fileType.txt',
    'common.fileType.png',
    'common.fileType.jpg',
    'common.fileType.rar',
  ],
  SubscriptionPriceType: ['common.priceType.oneTime', 'common.priceType.recurring'],
  SubscriptionBillingPeriod: [
    'common.period.once',
    'common.period.daily',
    'common.period.weekly',
    'common.period.monthly',
    'common.period.yearly',
  ],
  UserType: ['common.userType.admin', 'common.userType.tenant'],
  UserLoginType: ['common.loginType.password', 'common.loginType.gmail'],
  TenantUserRoles: [
    'common.role.owner',
    'common.role.admin',
    'common.role.member',
    'common.role.guest',
  ],
} as const satisfies Partial<Record<FieldKind, readonly string[]>>;
export type ChoiceKind = keyof typeof choices;

/** Returns every value of a kind with its name. */
export const choiceOptions = (t: Translate, kind: ChoiceKind) =>
  choices[kind].map((key, value) => ({ value, label: t(key) }));

/** Returns every value of a kind with its name, as choices of a filter. */
export const choiceTexts = (t: Translate, kind: ChoiceKind) =>
  choiceOptions(t, kind).map(({ value, label }) => ({ value: String(value), label }));

/** Returns the name of one value. */
export function choiceName(t: Translate, kind: ChoiceKind, value: unknown) {
  const key = choices[kind][Number(value)];
  return key ? t(key) : '';
}

/** Returns true for a kind whose values are chosen from names. */
export const isChoiceKind = (kind: FieldKind): kind is ChoiceKind => kind in choices;
