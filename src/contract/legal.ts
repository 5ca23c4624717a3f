import { z } from 'zod';
import { locales } from '#locales/locales.ts';
import { anyone, alsoAtAddress, inPerson, operator, operatorOf } from './access.ts';
import { subject } from './endpoint.ts';
import { int32, requiredText, timestamp } from './shapes.ts';

/** Texts that the operator publishes and people accept (R-LEG-01). */
export const legalKinds = ['terms', 'privacy'] as const;
export type LegalKind = (typeof legalKinds)[number];

const kind = z.enum(legalKinds);
const language = z.enum(locales);
/** Counts the saves of a text in all languages; 0 is the template. */
const version = int32.min(0);

/** A saved version, without its text. */
const legalVersion = z.object({ version, language, createdAt: timestamp });

export const legal = subject('Legal', {
  get: {
    route: 'GET /Legal/Get/:kind',
    summary: 'Terms or privacy policy in a language: the newest version, or the one named',
    access: anyone,
    params: z.object({ kind }),
    /** Without a language: the one that the browser asks for. */
    query: z.object({
      language: language.optional(),
      version: z.coerce.number().pipe(version).optional(),
    }),
    reply: z.object({
      /** Version that last changed the text in this language. */
      version,
      /** True until the operator saves this text in this language. */
      isTemplate: z.boolean(),
      /** Null for a template. */
      createdAt: timestamp.nullable(),
      /** Sanitized HTML. */
      html: z.string(),
      sections: z.array(z.object({ id: z.string(), title: z.string() })),
      /** Versions of the text in this language, newest first. */
      versions: z.array(legalVersion),
    }),
  },
  getOfAll: {
    route: 'GET /Legal/Admin/Get/:kind',
    summary: 'The newest text in every language, with all versions and their authors',
    access: operator,
    params: z.object({ kind }),
    reply: z.object({
      /** Newest version; 0 before the first save. */
      version,
      texts: z.record(language, z.object({ text: z.string(), isTemplate: z.boolean() })),
      /** Newest first. */
      versions: z.array(
        legalVersion.extend({ author: z.string(), requiresAcceptance: z.boolean() }),
      ),
    }),
  },
  create: {
    route: 'POST /Legal/Create',
    summary: 'Publish a new version of a text in one language',
    access: operatorOf('catalogue'),
    once: true,
    body: z.object({
      kind,
      language,
      /** Markdown. */
      text: requiredText(50_000),
      /** Asks people who accepted an older version again. */
      requiresAcceptance: z.boolean().default(false),
      /** Newest version that the author has seen; another one in between is refused. */
      basedOn: version,
    }),
    reply: legalVersion,
    errors: ['legal.outdated'],
  },
  accept: {
    route: 'POST /Legal/Accept',
    summary: 'Accept versions of the terms and the privacy policy',
    access: alsoAtAddress(inPerson),
    body: z.object({ terms: version, privacy: version }),
  },
});
