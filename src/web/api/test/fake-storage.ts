/** Simulates a storage of the browser, whose keys are its properties. */
export const createFakeStorage = () =>
  Object.create({
    getItem(key: string) {
      return (this as Record<string, string>)[key] ?? null;
    },
    setItem(key: string, value: string) {
      (this as Record<string, string>)[key] = value;
    },
    removeItem(key: string) {
      Reflect.deleteProperty(this, key);
    },
  }) as Storage;
