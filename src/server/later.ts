type Asynchronous<T> = { [Name in keyof T]: (...given: never[]) => Promise<unknown> };

/** Stands for something large whose functions are all asynchronous: it is loaded at the first call. */
export function later<T extends Asynchronous<T>>(load: () => Promise<T>): T {
  let loading: Promise<T> | undefined;
  const call =
    (name: keyof T) =>
    async (...given: never[]) => {
      loading ??= load();
      return (await loading)[name](...given);
    };
  // Whatever is awaited is asked whether it can wait.
  const get = (_: T, name: string | symbol) =>
    name === 'then' ? undefined : call(name as keyof T);
  return new Proxy({} as T, { get });
}
