/** Returns the changes whose call the section "Unreleased" of the change log doesn't name in backticks below "Breaking". */
export function undeclared(changes: string[], changeLog: string): string[] {
  const [, unreleased = ''] = /^## Unreleased\n([^]*?)(?=^## |(?![^]))/m.exec(changeLog) ?? [];
  const [, breaking = ''] = /^### Breaking\n([^]*?)(?=^### |(?![^]))/m.exec(unreleased) ?? [];
  return changes.filter((change) => {
    const call = /^\S+ [^ :]+/.exec(change)?.[0] ?? '';
    return !breaking.includes(`\`${call}\``);
  });
}
