import { useTranslation } from '#web/session/translation.ts';
import { useCommands, type CommandGroup } from './commands.ts';
import { rank } from './match.ts';
import { useSearch } from './use-search.ts';

/** Returns the matching commands as one group; the group of each tells equal names apart. */
function matching(label: string, groups: CommandGroup[], search: string): CommandGroup[] {
  const all = groups.flatMap((group) =>
    group.items.map((command) => ({ detail: group.label, ...command, keys: undefined })),
  );
  const items = rank(all, search, (command) => ({
    label: command.label,
    further: `${command.detail} ${'to' in command ? command.to : ''}`,
  }));
  return items.length === 0 ? [] : [{ value: 'commands', label, items }];
}

/** Returns the commands and records that match a search; all commands without one. */
export function useResults(search: string) {
  const { t } = useTranslation();
  const commands = useCommands();
  const records = useSearch(search);
  const groups = search
    ? [...matching(t('palette.group.commands'), commands, search), ...records.groups]
    : commands;
  const count = groups.reduce((total, { items }) => total + items.length, 0);
  return { ...records, groups, count };
}
