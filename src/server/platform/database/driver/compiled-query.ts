import type { CompiledQuery } from 'kysely';
import { db, type Compilable } from '#server/platform/database/query.ts';

/** Placeholder for a value while its query is built. */
class ParameterSlot {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  [Symbol.toPrimitive](): never {
    throw new Error(
      `Placeholder ${this.name} has no value: queries compiled once may only pass it on`,
    );
  }
}

const parameterSlots = new Proxy({}, { get: (_, name) => new ParameterSlot(String(name)) });

/**
 * Builds and compiles a query at its first call; later calls only fill in the parameters. Meant for hot
 * queries. `compose` gets placeholders, so it may pass values on as parameters but can't branch on them.
 */
export function compileOnce<V extends Record<string, unknown>, R>(
  compose: (values: V) => Compilable<R>,
): (values: V) => Compilable<R> {
  let compiled: CompiledQuery<R> | undefined;
  return (values) => ({
    compile: () => {
      compiled ??= compose(parameterSlots as V).compile(db);
      const parameters = compiled.parameters.map((parameter) =>
        parameter instanceof ParameterSlot ? values[parameter.name] : parameter,
      );
      return { ...compiled, parameters };
    },
  });
}
