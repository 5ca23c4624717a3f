type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

/** Returns the sign of a key; on a keyboard without Latin letters, the one at its place. */
export const signOf = ({ key, code }: KeyPress) =>
  /^[!-~]$/.test(key) ? key.toLowerCase() : code.replace(/^Key/, '').toLowerCase();

/** First key of the palette. */
export const commandKey = () => (/Mac|iP(hone|ad|od)/.test(navigator.platform) ? '⌘' : 'Ctrl');

/** Returns true for ⌘K and Ctrl+K. */
export const isPaletteKey = (press: KeyPress) =>
  (press.metaKey || press.ctrlKey) && !press.altKey && !press.shiftKey && signOf(press) === 'k';
