import { openPart } from './open-part.tsx';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';

/** Opens the list of keyboard shortcuts. */
export const showShortcuts = () => openPart((close) => <ShortcutsDialog onClose={close} />);
