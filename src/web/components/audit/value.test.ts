import { expect, test } from 'vitest';
import { plainMoneyFormatter } from '#contract/entities/currency.ts';
import { translations } from '#locales/translate.ts';
import type { Translate } from '#locales/translation.ts';
import { formats } from '#web/theme/formats.ts';
import { formatAuditValue } from './value.ts';

const t = ((key: string) => key) as Translate;
const inReais = {
  ...formats('en-US', 'UTC'),
  amount: plainMoneyFormatter('en-US', 'brl').format,
};
const read = (place: string, value: unknown) => {
  const [noun = '', field = ''] = place.split('.');
  return formatAuditValue(t, inReais, { noun, field })(value);
};

test.each([
  ['user.password_hash', '•••', 'audit.secret'],
  ['tenant.domain', '', 'audit.nothing'],
  ['tenant.domain', null, 'audit.nothing'],
  ['member.role', 0, 'common.role.owner'],
  ['resource.roles', [0, 3], 'common.role.owner, common.role.guest'],
  ['member.status', 1, 'members.status.asking'],
  ['user.type', 0, 'common.userType.admin'],
  ['price.type', 0, 'common.priceType.oneTime'],
  ['payment.kind', 'later_kind', 'later_kind'],
  ['transaction.description', 'open', 'open'],
  ['session.code', 'account.login.invalid', 'errors.account.login.invalid'],
  ['joinLink.active', false, 'common.kit.no'],
  ['transaction.price', 123_450, 'R$1,234.50'],
  ['price.price', 255, '2.55'],
  ['tenant.transaction_currency', 'brl', 'BRL'],
  ['tenant.app_color', 'lightBlue', 'site.color.lightBlue'],
  ['user.default_tenant_id', '019a0000-0000-7000-8000-0000deadbeef', '…deadbeef'],
  ['session.revoked_at', '2026-03-01T09:05:00+00:00', 'Mar 1, 2026, 9:05 AM'],
  ['transaction.date', '2026-03-01', 'Mar 1, 2026'],
])('renders %s %j in the audit log as %s', (place, value, text) => {
  expect(read(place, value)).toBe(text);
});

test.each([
  ['payment.kind', 'free_plan', 'Mudança para o plano grátis'],
  ['archive.state', 'running', 'Em andamento'],
  ['archive.kind', 'export', 'Exportação'],
  ['token.purpose', 'link', 'Link para entrar'],
  ['announcement.severity', 'warning', 'Alerta'],
  ['ssoConnection.protocol', 'saml', 'SAML 2.0'],
  ['ssoConnection.stage', 'draft', 'Rascunho'],
  ['webhook.disabled_reason', 'failing', 'Todas as requisições falharam'],
  ['legalText.kind', 'privacy', 'Política de privacidade'],
  ['transaction.description', 'running', 'running'],
])('names the words of %s, as %j by %s', (place, word, name) => {
  const [noun = '', field = ''] = place.split('.');
  const { t } = translations['pt-BR'];
  expect(formatAuditValue(t, inReais, { noun, field })(word)).toBe(name);
});
