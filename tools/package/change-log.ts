/**
 * Returns what the change log lacks for a release of this version: its section, with the notes for the
 * upgrade. What stands under "Unreleased" would not be in any section.
 */
export function releaseProblems(version: string, changeLog: string): string[] {
  const sections = new Map(
    changeLog.split(/^## /m).map((text) => {
      const [title = '', ...lines] = text.split('\n');
      return [title.replace(/ .*/, ''), lines.join('\n').trim()];
    }),
  );
  const section = sections.get(version);
  const problems = [
    section === undefined && `CHANGELOG.md has no section "## ${version}": write it.`,
    section !== undefined &&
      !/^### Upgrade\n+\S/m.test(section) &&
      `"## ${version}" has no notes under "### Upgrade": write what operators have to do, or "Nothing to do."`,
    sections.get('Unreleased') &&
      'CHANGELOG.md has entries under "Unreleased": move them under the next version, and set it in package.json.',
  ].filter((problem): problem is string => typeof problem === 'string' && problem !== '');
  return problems.length === 0
    ? []
    : [
        ...problems,
        'Or package this state as it is: npm run release -- --snapshot (docs/releases.md).',
      ];
}
