import { join } from 'node:path';
import { defineConfig } from 'oxlint';
import { importRules, noImports } from './imports.config.ts';

const routeModules = ['src/web/root.tsx', 'src/web/entry.*.tsx', 'src/web/routes.ts'];
const pages = ['src/web/{pages,layouts}/**/*.{ts,tsx}'];
const tests = ['**/*.test.{ts,tsx}', 'e2e/**/*.ts'];

export default defineConfig({
  plugins: [
    'eslint',
    'typescript',
    'unicorn',
    'oxc',
    'import',
    'react',
    'jsx-a11y',
    'promise',
    'vitest',
  ],
  jsPlugins: ['literal-text', 'forms'].map((name) =>
    join(import.meta.dirname, `tools/lint/${name}.ts`),
  ),
  categories: { correctness: 'error', suspicious: 'error' },
  options: { denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  ignorePatterns: ['build/', '.tmp/', '.react-router/', '.data/', 'test-results/'],
  rules: {
    // Which module may import which (imports.config.ts), and no import cycles.
    ...noImports,
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-default-export': 'error',
    'import/no-commonjs': 'error',

    // Sizes.
    'eslint/max-lines': ['error', { max: 250 }],
    'eslint/max-lines-per-function': ['error', { max: 60, IIFEs: true }],
    'eslint/max-params': ['error', { max: 3 }],
    'import/max-dependencies': ['error', { max: 30, ignoreTypeImports: true }],

    // Types that tell the truth.
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/ban-ts-comment': 'error',

    // One way to write it.
    'eslint/no-console': 'error',
    'eslint/eqeqeq': 'error',
    'eslint/no-var': 'error',
    'eslint/prefer-const': 'error',
    'eslint/no-warning-comments': 'error',
    'unicorn/filename-case': ['error', { case: 'kebabCase' }],
    'unicorn/prefer-node-protocol': 'error',

    // React.
    'react/rules-of-hooks': 'error',
    'react/no-danger': 'error',
    'react/button-has-type': 'error',
    'react/no-unstable-nested-components': ['error', { allowAsProps: true }],
    'react/react-in-jsx-scope': 'off',
    // A dependency may be there to run the effect again, as on a change of page.
    'react/exhaustive-effect-dependencies': 'off',

    // A table that scrolls or stacks on a phone loses its roles unless they are written out, and a
    // region that scrolls must take the focus.
    'jsx-a11y/no-redundant-roles': 'off',
    'jsx-a11y/no-interactive-element-to-noninteractive-role': 'off',
    'jsx-a11y/no-noninteractive-tabindex': ['error', { roles: ['group', 'tabpanel'], tags: [] }],
    'jsx-a11y/prefer-tag-over-role': 'off',
    // An element given to `render={<a />}` gets its text from around it; axe sees the result.
    'jsx-a11y/control-has-associated-label': 'off',
    'jsx-a11y/anchor-has-content': 'off',

    // Categories above, minus what our style does on purpose.
    'eslint/no-shadow': 'off',
    'import/no-unassigned-import': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'promise/always-return': 'off',
    'oxc/no-async-endpoint-handlers': 'off', // of Express; Fastify awaits its handlers
  },
  overrides: [
    {
      files: ['**/*.tsx'],
      rules: { 'eslint/max-lines-per-function': ['error', { max: 120 }] },
    },
    {
      files: [...routeModules, ...pages, '*.config.ts', 'tools/lint/*.ts'],
      rules: { 'import/no-default-export': 'off' },
    },
    {
      files: tests,
      rules: {
        'eslint/max-lines': ['error', { max: 400 }],
        'eslint/max-lines-per-function': 'off',
        'eslint/max-params': 'off',
        // The second argument says where to add what a test misses.
        'vitest/valid-expect': ['error', { maxArgs: 2 }],
      },
    },
    {
      // Playwright's fixtures: `({}, use) => use(value)` is no pattern and no hook.
      files: ['e2e/support/fixtures.ts'],
      rules: { 'eslint/no-empty-pattern': 'off', 'react/rules-of-hooks': 'off' },
    },
    {
      // Named by its BCP 47 tag; imports all its areas.
      files: ['src/locales/??-??.ts'],
      rules: { 'unicorn/filename-case': 'off', 'import/max-dependencies': 'off' },
    },
    {
      // Named by its area, which is a key.
      files: ['src/locales/*/entities/*.ts'],
      rules: { 'unicorn/filename-case': 'off' },
    },
    {
      // Import every subject.
      files: [
        'src/contract/index.ts',
        'src/contract/test/examples/index.ts',
        'src/server/app.ts',
        'src/server/serve-contract.ts',
        'src/server/sample-mails.ts',
      ],
      rules: { 'import/max-dependencies': 'off' },
    },
    {
      files: ['**'],
      rules: { 'forms/types': 'error' },
    },
    {
      // A helper of a test may check: an arrow is no test to the linter.
      files: ['**'],
      excludeFiles: ['**/*.{test,e2e}.{ts,tsx}', '**/test/**', 'e2e/**'],
      rules: { 'forms/functions': 'error' },
    },
    {
      // The gallery is in no build.
      files: ['src/web/**/*.tsx'],
      excludeFiles: ['src/web/pages/gallery/**'],
      rules: { 'texts/no-literal-text': 'error' },
    },
    {
      files: ['{tools,packages/{bench,longrun}}/**', 'src/backup/**'],
      rules: { 'eslint/no-console': 'off' },
    },
    ...importRules,
  ],
});
