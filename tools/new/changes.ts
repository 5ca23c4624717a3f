import { existsSync, mkdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '#tools/files.ts';
import { generateAll } from '#tools/generate/main.ts';
import { run } from '#tools/run.ts';

/** Request that can't be met, with the reason as its message. */
export class Refusal extends Error {}

/** Changes of the sources, in memory until all of them are known to fit. */
export class SourceChanges {
  readonly #texts = new Map<string, string>();

  /** Returns the text of a file with the changes so far. */
  read(path: string): string {
    const text = this.#texts.get(path);
    if (text !== undefined) return text;
    if (!existsSync(join(root, path))) throw new Refusal(`There is no ${path}.`);
    return readFileSync(join(root, path), 'utf8');
  }

  /** Adds a file, which must not exist. */
  create(path: string, text: string): void {
    if (existsSync(join(root, path))) throw new Refusal(`${path} already exists.`);
    this.#texts.set(path, text);
  }

  /** Replaces the only place that a pattern matches. */
  replace(path: string, place: RegExp, replacement: (...parts: string[]) => string): void {
    const text = this.read(path);
    const found = [...text.matchAll(new RegExp(place, `${place.flags}g`))].length;
    if (found !== 1) throw new Refusal(`${path} has ${found} places that match ${place}.`);
    this.#texts.set(path, text.replace(place, replacement));
  }

  /** Inserts lines before the first one that begins with the anchor, unless they are there already. */
  insert(path: string, anchor: string, lines: string): void {
    const source = `\n${this.read(path)}`;
    const at = source.indexOf(`\n${anchor}`);
    if (at < 0) throw new Refusal(`${path} has no line that begins with ${anchor}`);
    if (source.includes(`\n${lines}`)) return;
    this.#texts.set(path, `${source.slice(0, at)}\n${lines}${source.slice(at)}`.slice(1));
  }

  /** Writes all files, formats them and generates what follows from them; restores everything if a step fails. */
  async apply(): Promise<{ paths: string[]; problems: string[] }> {
    const paths = [...this.#texts.keys()];
    const restore = remember(paths);
    const interrupt = () => {
      restore();
      process.exit(1);
    };
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupt);
    const problems = await this.#write(paths).catch((error: unknown) => [String(error)]);
    if (problems.length > 0) restore();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, interrupt);
    return { paths, problems };
  }

  async #write(paths: string[]): Promise<string[]> {
    for (const [path, text] of this.#texts) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    const formatted = await run(
      'oxfmt',
      paths.filter((path) => /\.tsx?$/.test(path)),
    );
    return formatted.ok ? generateAll() : [formatted.output];
  }
}

/** Returns a function that gives files their present state back, and removes those that don't exist yet. */
function remember(paths: string[]) {
  const states = paths
    .map((path) => join(root, path))
    .map((file) => ({ file, text: textOf(file) }));
  return () => {
    for (const { file, text } of states) {
      if (text !== null) writeFileSync(file, text);
      else if (existsSync(file)) removeWithFolders(file);
    }
  };
}

const textOf = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : null);

/** Removes a file, and the folders that it leaves empty. */
function removeWithFolders(file: string) {
  rmSync(file);
  try {
    for (let folder = dirname(file); ; folder = dirname(folder)) rmdirSync(folder);
  } catch {
    // A folder that holds something else stays.
  }
}
