import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Document, Spectral } from '@stoplight/spectral-core';
import { Json } from '@stoplight/spectral-parsers';
import { oas } from '@stoplight/spectral-rulesets';
import { expect, test } from 'vitest';
import { sharedApplication } from '#server/test/application.ts';

/** Two linters that share no code read the document as the product serves it (R-API-04). */
const product = await sharedApplication();
const { body } = await product.app.inject('/api/openapi.json');

test('Redocly’s recommended rules find no error in the OpenAPI document (R-API-04)', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: body, config });
  const errors = problems.filter(({ severity }) => severity === 'error');
  expect(
    errors.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer} ${message}`),
  ).toEqual([]);
});

test('Spectral’s rules for OpenAPI find no error in the OpenAPI document (R-API-04)', async () => {
  const spectral = new Spectral();
  // The packages declare the type of a ruleset differently.
  spectral.setRuleset({ extends: [oas] } as unknown as Parameters<Spectral['setRuleset']>[0]);
  const problems = await spectral.run(new Document(body, Json));
  const errors = problems.filter(({ severity }) => severity === 0);
  expect(errors.map(({ code, path, message }) => `${code} ${path.join('/')} ${message}`)).toEqual(
    [],
  );
});
