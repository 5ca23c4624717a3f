import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#tools/files.ts';
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

const other = expect.stringContaining('npm run release -- --snapshot');

test('a release needs a section of its version with notes for the upgrade', () => {
  expect(releaseProblems('1.2.0', complete)).toEqual([]);
  const [before = '', after = ''] = complete.split('### Upgrade\n\nNothing to do.\n', 2);
  expect(releaseProblems('1.2.0', before + after)).toEqual([
    expect.stringMatching(/^"## 1.2.0" has no notes under "### Upgrade": write /),
    other,
  ]);
});

test('a refusal names the next step, also the one for a state that is no release (R-REL-21)', () => {
  expect(releaseProblems('1.3.0', complete)).toEqual([
    expect.stringMatching(/^CHANGELOG.md has no section "## 1.3.0": write it/),
    other,
  ]);
  const pending = complete.replace('## Unreleased\n', '## Unreleased\n\n- A change.\n');
  expect(releaseProblems('1.2.0', pending)).toEqual([
    expect.stringMatching(/^CHANGELOG.md has entries under "Unreleased": move them /),
    other,
  ]);
});

test('the version of package.json has notes for its upgrade (R-REL-21)', () => {
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const { version } = JSON.parse(read('package.json')) as { version: string };
  // What is not released yet comes with the next version.
  const released = read('CHANGELOG.md').replace(
    /^## Unreleased\n[^]*?(?=^## )/m,
    '## Unreleased\n\n',
  );
  expect(releaseProblems(version, released)).toEqual([]);
});
