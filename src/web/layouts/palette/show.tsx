import { CommandPalette } from './command-palette.tsx';
import { openPart } from './open-part.tsx';

/** Opens the command palette. */
export const showPalette = () => openPart((close) => <CommandPalette onClose={close} />);
