import type { CompiledQuery } from 'kysely';
import type { Compilable } from './query.ts';

/** Stands for a value while its query is composed. */
class Blank {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  [Symbol.toPrimitive](): never {
    throw new Error(`${this.name} is not known yet: a query compiled once only hands it on`);
  }
}

const blanks = new Proxy({}, { get: (_, name) => new Blank(String(name)) });

/**
 * A query that is composed and compiled once, at its first call: from then on its values only take
 * their places. For what many calls ask. `compose` hands values on as parameters; it does not know them,
 * so it cannot decide by them.
 */
export function compiledOnce<V extends Record<string, unknown>, R>(
  compose: (values: V) => Compilable<R>,
): (values: V) => Compilable<R> {
  let compiled: CompiledQuery<R> | undefined;
  return (values) => ({
    compile: () => {
      compiled ??= compose(blanks as V).compile();
      const parameters = compiled.parameters.map((parameter) =>
        parameter instanceof Blank ? values[parameter.name] : parameter,
      );
      return { ...compiled, parameters };
    },
  });
}
