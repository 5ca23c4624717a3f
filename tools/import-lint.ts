import { isBuiltin } from 'node:module';
import { posix, relative, sep } from 'node:path';
import { guarded, modules, testsMay } from './import-rules.ts';

/** Compiles a pattern of the table: it matches the named path and everything below it. */
function pattern(glob: string): RegExp {
  const source = glob
    .replaceAll('.', String.raw`\.`)
    .replaceAll('*', '[^/]+')
    .replaceAll(/\{(.*?)\}/g, (_, names: string) => `(?:${names.replaceAll(',', '|')})`);
  return new RegExp(`^${source}(?=/|$)`);
}

const compiled = new Map<string, RegExp>();
function matches(glob: string, name: string): string | undefined {
  const known = compiled.get(glob) ?? pattern(glob);
  compiled.set(glob, known);
  return known.exec(name)?.[0];
}

const isTest = (name: string) =>
  /\.(test|e2e)\.tsx?$|^#e2e\/|^#(backup|contract|server|sandbox|web|tools)\/(.*\/)?test\//.test(
    name,
  );

/** Returns true when an entry of a row allows `target`; `typeOnly` imports vanish at run time. */
function allows(entry: string, target: string, typeOnly: boolean): boolean {
  if (entry === 'node') return isBuiltin(target);
  if (entry === 'packages') {
    return (
      !target.startsWith('#') &&
      !isBuiltin(target) &&
      !guarded.some((name) => matches(name, target))
    );
  }
  if (entry.startsWith('type ')) return typeOnly && matches(entry.slice(5), target) !== undefined;
  return matches(entry, target) !== undefined;
}

interface Import {
  /** Importing file, from the root of the repository, with slashes. */
  file: string;
  specifier: string;
  typeOnly: boolean;
}

/** Returns the problem of an import, or undefined. */
export function complaint({ file, specifier, typeOnly }: Import): string | undefined {
  if (/^\.\.(\/|$)/.test(specifier)) return 'Import with `#folder/…` across folders, never `../`.';
  const importer = `#${file.replace(/^src\//, '')}`;
  const bare = specifier.replace(/\?.*$/, '');
  const target = bare.startsWith('.') ? posix.join(posix.dirname(importer), bare) : bare;
  const row = modules.find(({ module }) => matches(module, importer));
  if (!row) return `tools/import-rules.ts has no rule for ${file}.`;
  const module = matches(row.module, importer) ?? '';
  const test = isTest(importer);
  if (isTest(target) && !test) return `Only tests may import ${specifier}.`;
  const extra = test ? testsMay.find((tests) => matches(tests.module, importer))?.may : [];
  const may = [module, ...row.may, ...(extra ?? [])];
  if (may.some((entry) => allows(entry, target, typeOnly))) return undefined;
  return `${module} may not import ${specifier}: see tools/import-rules.ts.`;
}

/** Parts of oxlint's plugin interface (ESLint's) that this rule uses. */
interface Specifier {
  importKind?: string;
  exportKind?: string;
}
interface Node extends Specifier {
  type: string;
  source?: { value?: unknown } | null;
  specifiers?: Specifier[];
}
interface Context {
  cwd: string;
  filename: string;
  report: (problem: { node: Node; message: string }) => void;
}

const isType = ({ importKind, exportKind }: Specifier) => (importKind ?? exportKind) === 'type';

function isTypeOnly(node: Node): boolean {
  const { type, specifiers = [] } = node;
  if (type === 'TSImportType' || isType(node)) return true;
  return specifiers.length > 0 && specifiers.every(isType);
}

const imports = {
  create(context: Context) {
    const file = relative(context.cwd, context.filename).replaceAll(sep, '/');
    const check = (node: Node) => {
      const specifier = node.source?.value;
      if (typeof specifier !== 'string') return;
      const message = complaint({ file, specifier, typeOnly: isTypeOnly(node) });
      if (message) context.report({ node, message });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
      TSImportType: check,
    };
  },
};

export default { meta: { name: 'modules' }, rules: { imports } };
