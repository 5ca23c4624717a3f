const key = 'palette-recent';
const most = 4;

/** Returns the ids of the commands that were run last, newest first. */
export const recentIds = () => (localStorage.getItem(key) ?? '').split('\n').filter(Boolean);

/** Stores a command as the newest. */
export const rememberId = (id: string) =>
  localStorage.setItem(key, [...new Set([id, ...recentIds()])].slice(0, most).join('\n'));
