import { useNavigate } from 'react-router';
import { useKitTexts } from '#web/ui/kit-texts.tsx';
import { lastUnsavedForm } from '#web/ui/unsaved-changes.ts';
import type { Command } from './commands.ts';
import { rememberId } from './recent.ts';

/** Returns a function that runs a command; it asks before a changed form in a panel is left. */
export function useRun() {
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
