import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { clsx } from 'clsx';
import { Search, X } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { backdropClass } from '#web/ui/dialogs/modal.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { useKitTexts } from '#web/ui/kit-texts.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { lastUnsavedForm } from '#web/ui/unsaved-changes.ts';
import { CommandItem, Hint } from './command-item.tsx';
import { type Command, type CommandGroup, useCommands } from './commands.ts';
import { isPaletteKey } from './keys.ts';
import { rank } from './match.ts';
import { openPart } from './open-part.tsx';
import { rememberId } from './recent.ts';
import type { TypedAhead } from './typed-ahead.ts';
import { useSearch } from './use-search.ts';

/** Opens the command palette with what was typed meanwhile. */
export const showPalette = (ahead: TypedAhead) =>
  openPart((close) => <CommandPalette ahead={ahead} onClose={close} />).finally(ahead.take);

/** Renders the palette: commands and records that match what is typed. */
function CommandPalette({ ahead, onClose }: { ahead: TypedAhead; onClose: () => void }) {
  const { t } = useTranslation();
  const texts = useKitTexts();
  const [typed, setTyped] = useState('');
  const run = useRun();
  const search = typed.trim();
  const { groups, count, isSearching, failed, retry } = useResults(search);
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropClass} forceRender />
        <Dialog.Popup
          aria-label={t('palette.label')}
          className={popupClass}
          onKeyDown={(event) => {
            if (!isPaletteKey(event.nativeEvent)) return;
            event.preventDefault();
            onClose();
          }}
        >
          <Autocomplete.Root
            inline
            open
            items={groups}
            filter={null}
            value={typed}
            onValueChange={(value, { reason }) => void (reason === 'item-press' || setTyped(value))}
            itemToStringValue={({ label }: Command) => label}
            autoHighlight="always"
            keepHighlight
          >
            <div className="flex items-center gap-3 border-b border-line pr-2 pl-4">
              <Search aria-hidden className="size-4.5 shrink-0 text-muted" />
              <Autocomplete.Input
                aria-label={t('palette.placeholder')}
                placeholder={t('palette.placeholder')}
                maxLength={200}
                spellCheck={false}
                enterKeyHint="go"
                onFocus={() => setTyped((text) => text + ahead.take())}
                className="h-13 min-w-0 flex-1 bg-transparent text-base text-ink outline-none placeholder:text-muted"
              />
              {isSearching && <Spinner />}
              <Dialog.Close
                render={
                  <IconButton label={texts.close}>
                    <X aria-hidden />
                  </IconButton>
                }
              />
            </div>
            <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
              <Autocomplete.List aria-label={t('palette.label')} className="p-2 empty:p-0">
                {(group: CommandGroup) => (
                  <Autocomplete.Group key={group.value} items={group.items} className="pb-1">
                    <Autocomplete.GroupLabel className="px-2.5 pt-2 pb-1.5 text-xs font-medium text-muted">
                      {group.label}
                    </Autocomplete.GroupLabel>
                    <Autocomplete.Collection>
                      {(command: Command) => (
                        <CommandItem
                          key={command.id}
                          command={command}
                          onChoose={() => {
                            onClose();
                            void run(command);
                          }}
                        />
                      )}
                    </Autocomplete.Collection>
                  </Autocomplete.Group>
                )}
              </Autocomplete.List>
              {count === 0 && !isSearching && (
                <div className="px-6 py-10 text-center">
                  <p className="font-medium text-ink">{t('palette.emptyTitle', { search })}</p>
                  <p className="mt-1 text-sm text-muted">{t('palette.emptyText')}</p>
                </div>
              )}
              {failed && (
                <div
                  role="alert"
                  className="flex flex-wrap items-center gap-3 px-4 pb-4 text-sm text-danger-ink"
                >
                  {t('palette.failed')}
                  <Button size="sm" variant="white" onClick={retry}>
                    {t('common.action.retry')}
                  </Button>
                </div>
              )}
            </div>
            <div className="flex min-h-10 items-center gap-4 border-t border-line px-4 py-2 text-xs text-muted">
              <Autocomplete.Status className="mr-auto">
                {isSearching ? t('palette.searching') : t('palette.results', { count })}
              </Autocomplete.Status>
              <Hint keys={['↑', '↓']}>{t('palette.hint.choose')}</Hint>
              <Hint keys={['↵']}>{t('palette.hint.open')}</Hint>
              <Hint keys={['Esc']}>{t('palette.hint.close')}</Hint>
            </div>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const popupClass = clsx(
  'fixed inset-x-2 top-2 z-50 mx-auto flex max-h-[calc(100dvh-1rem)] max-w-xl flex-col overflow-hidden',
  'rounded-xl border border-line bg-raised text-ink shadow-lg outline-none sm:top-[12dvh] sm:max-h-[min(32rem,76dvh)]',
  'transition-[opacity,scale] duration-150 ease-out data-starting-style:scale-98 data-starting-style:opacity-0',
);

/** Returns a function that runs a command; it asks before a changed form in a panel is left. */
function useRun() {
  const navigate = useNavigate();
  const texts = useKitTexts();
  return async (command: Command) => {
    if (!command.isRecord) rememberId(command.id);
    if ('run' in command) return command.run();
    const form = lastUnsavedForm();
    const leaves =
      !form?.isPanel ||
      (await form.dialogs.confirm({
        title: texts.discardTitle,
        text: texts.discardText,
        yes: texts.discard,
        no: texts.keepEditing,
        danger: true,
      }));
    if (leaves) await navigate(command.to);
  };
}

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
function useResults(search: string) {
  const { t } = useTranslation();
  const commands = useCommands();
  const records = useSearch(search);
  const groups = search
    ? [...matching(t('palette.group.commands'), commands, search), ...records.groups]
    : commands.map((group) => ({
        ...group,
        items: group.items.filter(({ isSearched }) => !isSearched || group.value === 'recent'),
      }));
  const count = groups.reduce((total, { items }) => total + items.length, 0);
  return { ...records, groups, count };
}
