import { parseArgs, type ParseArgsOptionDescriptor } from 'node:util';

type Options = Record<string, ParseArgsOptionDescriptor>;
type Parsed<T extends Options> = ReturnType<
  typeof parseArgs<{ options: T; allowPositionals: true }>
>;

/**
 * Reads the options and at most this many other arguments of a command. Prints its usage and ends the process after
 * `--help`; refuses all that it does not know.
 */
export function readArguments<const T extends Options>(
  usage: string,
  options: T,
  maximum = 0,
): Parsed<T> {
  try {
    const help = { type: 'boolean' } as const;
    const parsed = parseArgs({ options: { ...options, help }, allowPositionals: true });
    if ('help' in parsed.values && parsed.values.help === true) {
      process.stdout.write(`${usage}\n`);
      process.exit(0);
    }
    const extra = parsed.positionals[maximum];
    if (extra !== undefined) throw new Error(`Unexpected argument '${extra}'`);
    return parsed as Parsed<T>;
  } catch (error) {
    // The second sentence explains how to pass it nevertheless.
    return refuseArguments(usage, (error as Error).message.replace(/\. To .*/s, ''));
  }
}

/** Prints why the arguments of a command are wrong and its usage, and ends the process with 1. */
export function refuseArguments(usage: string, reason: string): never {
  process.stderr.write(`${reason}.\n${usage}\n`);
  process.exit(1);
}
