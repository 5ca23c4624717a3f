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
  if (section === undefined) return [`CHANGELOG.md has no section "## ${version}".`];
  return [
    ...(/^### Upgrade\n+\S/m.test(section)
      ? []
      : [`"## ${version}" has no notes under "### Upgrade".`]),
    ...(sections.get('Unreleased') ? ['CHANGELOG.md has entries under "Unreleased".'] : []),
  ];
}
