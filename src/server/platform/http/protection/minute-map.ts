const minute = 60_000;

/** Returns a function that returns a map, which is emptied at the begin of each minute. */
export function createMinuteMap<T>() {
  const map = new Map<string, T>();
  let current = 0;
  return () => {
    const now = Math.floor(performance.now() / minute);
    if (now !== current) map.clear();
    current = now;
    return map;
  };
}
