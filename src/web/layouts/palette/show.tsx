import { CommandPalette } from './command-palette.tsx';
import { openPart } from './open-part.tsx';
import type { TypedAhead } from './typed-ahead.ts';

/** Opens the command palette with what was typed meanwhile. */
export const showPalette = (ahead: TypedAhead) =>
  openPart((close) => <CommandPalette ahead={ahead} onClose={close} />).finally(ahead.take);
