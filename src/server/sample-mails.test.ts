import { expect, test } from 'vitest';
import { enUS } from '#locales/en-US.ts';
import { locales } from '#locales/locales.ts';
import { sampleMails, sampleMailsTo, type SampleMail } from './sample-mails.ts';

const context = {
  origin: () => 'https://pregao.example',
  linkKey: Buffer.alloc(32),
  config: { site: { supportEmail: 'help@pregao.example', postalAddress: 'Rua das Flores, 1' } },
};

/** Returns the names of the texts with a subject, such as `billing.ended`. */
const kindsIn = (texts: object, above = ''): string[] =>
  Object.entries(texts).flatMap(([name, value]: [string, unknown]) => {
    if (typeof value !== 'object' || value === null) return [];
    return 'subject' in value ? [above + name] : kindsIn(value, `${above}${name}.`);
  });

test('there is a sample of every kind of email', () => {
  const kinds = sampleMails(context, 'en-US').map(({ kind }) => kind);
  expect(kinds.toSorted()).toEqual(kindsIn(enUS.mail).toSorted());
});

/** Returns what a reader of the plain text would miss or stumble over. */
const problemsOf = ({ kind, subject, text, html }: SampleMail) => {
  const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, link = '']) =>
    link.replaceAll('&#38;', '&'),
  );
  return [
    subject === '' && 'no subject',
    text.split('\n').length < 6 && 'hardly any text',
    // A key that has no text, or a value that is missing in one.
    /\bmail\.\w|\{\{|undefined|null|NaN|Invalid Date/.test(`${subject}\n${text}`) && 'a raw key',
    /<\w|&#?\w+;/.test(text) && 'markup',
    ...links.map((link) => !text.includes(link) && `no ${link}`),
  ].flatMap((problem) => (problem === false ? [] : [`${kind}: ${problem}`]));
};

test.each(locales)('every email in %s has plain text with its links (R-REL-09)', (locale) => {
  expect(sampleMails(context, locale).flatMap(problemsOf)).toEqual([]);
});

test.each(locales)('every date in %s is in the time zone of its reader (R-REL-31)', (locale) => {
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const inUtc = day.format(new Date('2026-12-20T12:00:00Z'));
  const written = (timeZone?: { timeZone: string }) =>
    sampleMailsTo({ email: 'a@b.co', name: '', locale, ...timeZone }, context).map(
      ({ subject, text }) => `${subject}\n${text}`,
    );
  const dated = written().filter((text) => text.includes(inUtc));
  expect(dated.length).toBeGreaterThan(20);
  // Without a zone each date names UTC, after its time if it has one.
  const after = dated.flatMap((text) => text.split(inUtc).slice(1));
  expect(after.filter((rest) => !rest.slice(0, 30).includes('UTC'))).toEqual([]);
  // Fourteen hours later it is another day.
  const elsewhere = written({ timeZone: 'Pacific/Kiritimati' });
  expect(elsewhere.filter((text) => text.includes(inUtc) || text.includes('UTC'))).toEqual([]);
});

/** Pages of the app that are a person's, and of no organization. */
const personal = ['/app/settings/profile'];

test('every email of an organization leads to that organization (R-ORG-12)', () => {
  const links = sampleMails(context, 'en-US').flatMap(({ kind, text }) =>
    [...text.matchAll(/https:\/\/pregao\.example\/app\/\S+/g)].map(([link]) => {
      const { pathname, searchParams } = new URL(link);
      return { kind, pathname, names: searchParams.get('org') !== null };
    }),
  );
  const unnamed = links.filter(({ pathname, names }) => !names && !personal.includes(pathname));
  expect(unnamed).toEqual([]);
  expect(links.length).toBeGreaterThan(20);
});
