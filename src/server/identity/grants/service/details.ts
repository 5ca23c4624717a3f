import type { EndedGrant } from '#contract/calls/grants.ts';
import type { Locale } from '#locales/locales.ts';
import { translate } from '#locales/translate.ts';
import type { MailDetail } from '#server/platform/mail/layout.ts';
import { nameInMail } from '#server/platform/mail/recipient.ts';

/** Returns the details of an email that name the access that was ended. */
export const endedDetails = (locale: Locale, ended: readonly EndedGrant[]): MailDetail[] =>
  ended.map(({ kind, name, organization }) => ({
    label: translate(locale, `mail.grant.kind.${kind}`),
    value: [name, organization]
      .filter(Boolean)
      .map((each) => nameInMail(each))
      .join(' · '),
  }));
