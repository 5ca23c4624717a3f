/**
 * Writes an entity that tenants list, create, change and delete, or a field of one, into all files that need it
 * (`npm run new`). All files are written or none.
 */
import { locales } from '#locales/locales.ts';
import { readArguments, refuseArguments } from '#server/platform/command-line.ts';
import { Refusal, SourceChanges } from './changes.ts';
import { addEntity, type Labels } from './entity.ts';
import { addField, fieldTypes } from './field.ts';

const usage = `npm run new -- entity <plural> [--one <singular>] [labels]
npm run new -- field <plural of the entity> <name>:<type> [labels]
  names: lowercase words joined by hyphens; types: ${fieldTypes.join(', ')}
  labels: --label "Invoice notes" ${locales.map((locale) => `--${locale} …`).join(' ')}`;

function fail(reason: string) {
  console.error(`${reason}\nNothing was changed.`);
  process.exitCode = 1;
}

const options = {
  one: { type: 'string' as const },
  label: { type: 'string' as const },
  ...Object.fromEntries(locales.map((locale) => [locale, { type: 'string' as const }])),
};

function plan(changes: SourceChanges) {
  const { values, positionals } = readArguments(usage, options, 3);
  const given = values as Record<string, string | undefined>;
  const labels = Object.fromEntries(
    locales.flatMap((locale) => {
      const label = given[locale] ?? given['label'];
      return label === undefined ? [] : [[locale, label]];
    }),
  ) as Labels;
  const [kind, names = '', field = ''] = positionals;
  if (kind === 'entity' && positionals.length === 2)
    addEntity(changes, { names, one: given['one'], labels });
  else if (kind === 'field' && positionals.length === 3)
    addField(changes, { names, field, labels });
  else refuseArguments(usage, 'Names are missing or too many');
}

try {
  const changes = new SourceChanges();
  plan(changes);
  const { paths, problems } = await changes.apply();
  if (problems.length > 0) fail(problems.join('\n'));
  else console.log(paths.join('\n'));
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  fail(error.message);
}
