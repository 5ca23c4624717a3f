/**
 * Runs two linters that share no code on the OpenAPI document as the product serves it (`npm run longrun -- api-linters`).
 * That it is valid is a test of the product (`src/server/platform/http/docs/openapi.test.ts`).
 */
import { installDependencies } from '#packages/dependencies.ts';
import { fail, figure } from '#tools/kit/seed.ts';
import { startDatabaseServer, startProduct } from '#tools/kit/servers.ts';

installDependencies('longrun');
const { core, createConfig, lintFromString, parsers, rulesets } =
  await import('./dependencies/index.js');

await using stack = new AsyncDisposableStack();
const { settings } = await startDatabaseServer(stack);
const { origin } = await startProduct(stack, settings);
const source = await (await fetch(`${origin}/api/openapi.json`)).text();

/** Reports the errors that a linter found. */
function report(linter: string, errors: string[]) {
  figure('api-linters', `${linter}: ${errors.length} errors`);
  for (const error of errors) fail(`${linter}: ${error}`);
}

const config = await createConfig({ extends: ['recommended'] });
const problems = await lintFromString({ source, config });
report(
  'Redocly',
  problems
    .filter(({ severity }) => severity === 'error')
    .map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer} ${message}`),
);

const spectral = new core.Spectral();
spectral.setRuleset({ extends: [rulesets.oas] });
const results = await spectral.run(new core.Document(source, parsers.Json));
report(
  'Spectral',
  results
    .filter(({ severity }) => severity === 0)
    .map(({ code, path, message }) => `${code} ${path.join('/')} ${message}`),
);
