type AsyncFunctions<T> = { [Name in keyof T]: (...given: never[]) => Promise<unknown> };

/** Returns a proxy of a large module whose functions are all asynchronous; loads it at the first call. */
export function lazyModule<T extends AsyncFunctions<T>>(load: () => Promise<T>): T {
  let loading: Promise<T> | undefined;
  const call =
    (name: keyof T) =>
    async (...given: never[]) => {
      loading ??= load();
      return (await loading)[name](...given);
    };
  // `await` reads `then` of every value.
  const get = (_: T, name: string | symbol) =>
    name === 'then' ? undefined : call(name as keyof T);
  return new Proxy({} as T, { get });
}
