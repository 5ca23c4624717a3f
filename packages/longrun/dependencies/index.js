export { createConfig, lintFromString } from '@redocly/openapi-core';
export { default as core } from '@stoplight/spectral-core';
export { default as parsers } from '@stoplight/spectral-parsers';
export { default as rulesets } from '@stoplight/spectral-rulesets';
export { Stryker } from '@stryker-mutator/core';
