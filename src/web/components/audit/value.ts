import { operatorRoles } from '#contract/access.ts';
import type { auditNouns, AuditAction } from '#contract/audit-actions.ts';
import { cancellationReasons } from '#contract/cancellations.ts';
import { columnOf } from '#contract/entities/fields.ts';
import { entities, isEntityNoun, type EntityNoun } from '#contract/entities/index.ts';
import { isLocale, languageNames } from '#locales/locales.ts';
import type { TextKey, Translate } from '#locales/translation.ts';
import { choiceName, type ChoiceKind } from '#web/components/entity/choices.ts';
import { isErrorCode } from '#web/components/forms/form-failures.ts';
import type { Formats } from '#web/theme/formats.ts';
import { toTheme } from '#web/theme/theme.ts';

/** Returns true for the placeholder of a secret value. */
export const isSecret = (value: unknown) => value === '•••';

/** Columns whose numbers have names; columns of several nouns are listed by noun. */
const choices: Readonly<Record<string, ChoiceKind>> = {
  role: 'TenantUserRoles',
  roles: 'TenantUserRoles',
  login_type: 'UserLoginType',
  billing_period: 'SubscriptionBillingPeriod',
  'user.type': 'UserType',
  'price.type': 'SubscriptionPriceType',
  'resource.type': 'ResourceFileType',
};

const named = {
  status: [
    'members.status.invited',
    'members.status.asking',
    'members.status.active',
    'members.status.inactive',
  ],
  joined: [
    'members.joined.creator',
    'members.joined.invitation',
    'members.joined.link',
    'members.joined.publicUrl',
  ],
} as const;

/** Columns of words that have names. */
const wordFields = [
  'kind',
  'state',
  'status',
  'purpose',
  'duration',
  'severity',
  'stage',
  'protocol',
  'disabled_reason',
];

const currencyFields = ['currency', 'transaction_currency'];
const moneyFields = ['price', 'price_before', 'amount', 'amount_off'];

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const instant = /^\d{4}-\d{2}-\d{2}T/;
const day = /^\d{4}-\d{2}-\d{2}$/;
const maxLength = 160;

/** Returns the name of a column or word; without a translation the word itself. */
function namedIn(t: Translate, part: 'field' | 'value', word: string) {
  const key = `audit.${part}.${word}`;
  const name = t(key as TextKey);
  return name === key ? word : name;
}

/** Returns the name of a noun; that of an entity is the title of its list. */
export const nounName = (t: Translate, noun: (typeof auditNouns)[number]) =>
  isEntityNoun(noun) ? t(`${entities[noun].area}.title`) : t(`audit.noun.${noun}`);

type EntityAction = Extract<AuditAction, `${EntityNoun}.${string}`>;

const isEntityAction = (action: AuditAction): action is EntityAction =>
  isEntityNoun(action.replace(/\..*/, ''));

/** Returns the name of an action; an entity says it as its pages do. */
export function actionName(t: Translate, action: AuditAction) {
  if (!isEntityAction(action)) return t(`audit.did.${action}`);
  const [noun, verb] = action.split('.') as Split<EntityAction>;
  const { area } = entities[noun];
  if (verb === 'restored' || verb === 'exported')
    return t(`audit.record.${verb}`, { title: t(`${area}.title`) });
  return t(`${area}.${verb === 'changed' ? 'updated' : verb}`);
}

type Split<Action> = Action extends `${infer Noun}.${infer Verb}` ? [Noun, Verb] : never;

/** Returns the name of a column, for an entity its field's; without a translation the column itself. */
export function fieldName(t: Translate, { noun, field: column }: ColumnName) {
  if (!isEntityNoun(noun)) return namedIn(t, 'field', column);
  const { area, fields } = entities[noun];
  const field = Object.keys(fields).find((name) => columnOf(name) === column);
  return field ? t(`${area}.fields.${field}` as TextKey) : namedIn(t, 'field', column);
}

/** Formats with that of the organization's amounts. */
type AuditFormats = Formats & { amount: (value: number) => string };

type ColumnName = { noun: string; field: string };

/** Formats a column's value for the audit log. */
export function formatAuditValue(t: Translate, formats: AuditFormats, { noun, field }: ColumnName) {
  const textOf = (value: unknown): string => {
    if (isSecret(value)) return t('audit.secret');
    if (value === null || value === undefined || value === '') return t('audit.nothing');
    if (Array.isArray(value)) return value.map(textOf).join(', ') || t('audit.nothing');
    if (typeof value === 'boolean') return t(value ? 'common.kit.yes' : 'common.kit.no');
    if (typeof value === 'number') return numberText(value);
    if (typeof value === 'string') return stringText(value);
    return field === 'filters' ? filtersText({ ...value }) : JSON.stringify(value);
  };
  const filtersText = (filters: Record<string, unknown>) =>
    Object.entries(filters)
      .map(([name, value]) => {
        const [, column = name, end] = /^(.+?)(From|To)?$/.exec(name) ?? [];
        const sign = end === 'From' ? ' ≥' : end === 'To' ? ' ≤' : ':';
        return `${fieldName(t, { noun, field: column })}${sign} ${textOf(value)}`;
      })
      .join('; ');
  const numberText = (value: number) => {
    const kind = choices[`${noun}.${field}`] ?? choices[field];
    if (kind) return choiceName(t, kind, value);
    if (noun === 'member' && (field === 'status' || field === 'joined')) {
      const key = named[field][value];
      return key ? t(key) : String(value);
    }
    const isMoney = moneyFields.includes(field);
    if (isMoney && noun === 'transaction') return formats.amount(value / 100);
    return formats.number(isMoney ? value / 100 : value);
  };
  const reasonText = (value: string) => {
    const reason = cancellationReasons.find((known) => known === value);
    return reason ? t(`cancellation.reason.${reason}`) : value;
  };
  const stringText = (value: string) => {
    if (field === 'app_theme') {
      return t(`settings.organization.look.${toTheme({ theme: value }).theme}`);
    }
    if (field === 'app_color') return t(`site.color.${toTheme({ color: value }).color}`);
    if (currencyFields.includes(field)) return value.toUpperCase();
    if (field === 'locale' && isLocale(value)) return languageNames[value];
    if (wordFields.includes(field)) return namedIn(t, 'value', value);
    if (field === 'code' && isErrorCode(value)) return t(`errors.${value}`);
    if (noun === 'cancellation' && field === 'reason') return reasonText(value);
    const role = operatorRoles.find((known) => known === value);
    if (role && (field === 'operator_role' || noun === 'operatorInvitation')) {
      return t(`operators.role.${role}`);
    }
    if (uuid.test(value)) return `…${value.slice(-8)}`;
    if (day.test(value)) return formats.date(value, 'short');
    if (instant.test(value)) {
      return `${formats.date(value, 'short')}, ${formats.time(new Date(value))}`;
    }
    return value.length > maxLength ? `${value.slice(0, maxLength)}…` : value;
  };
  return textOf;
}
