import { expect, test } from 'vitest';
import { releaseProblems } from './change-log.ts';

const complete = `# Change log

## Unreleased

## 1.2.0 (2027-01-01)

### Added

- Something.

### Upgrade

Nothing to do.

## 1.1.0

### Upgrade

Nothing to do.
`;

test('a release needs a section of its version with notes for the upgrade', () => {
  expect(releaseProblems('1.2.0', complete)).toEqual([]);
  expect(releaseProblems('1.3.0', complete)).toEqual(['CHANGELOG.md has no section "## 1.3.0".']);
  const [before = '', after = ''] = complete.split('### Upgrade\n\nNothing to do.\n', 2);
  expect(releaseProblems('1.2.0', before + after)).toEqual([
    '"## 1.2.0" has no notes under "### Upgrade".',
  ]);
});

test('refuses a release while changes are listed as unreleased', () => {
  const pending = complete.replace('## Unreleased\n', '## Unreleased\n\n- A change.\n');
  expect(releaseProblems('1.2.0', pending)).toEqual([
    'CHANGELOG.md has entries under "Unreleased".',
  ]);
});
