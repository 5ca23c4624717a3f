/** Backgrounds. `dynamic` follows the color, and the system's light or dark mode. */
export const backgrounds = ['dark', 'light', 'indigo', 'dynamic'] as const;

/** The 23 colors. */
export const colors = [
  'red',
  'orange',
  'amber',
  'yellow',
  'lime',
  'green',
  'emerald',
  'teal',
  'cyan',
  'lightBlue',
  'blue',
  'indigo',
  'violet',
  'purple',
  'fuchsia',
  'pink',
  'rose',
  'dark',
  'gray',
  'blueGray',
  'coolGray',
  'trueGray',
  'warmGray',
] as const;

export type Background = (typeof backgrounds)[number];
export type Color = (typeof colors)[number];
export type Theme = { theme: Background; color: Color };
