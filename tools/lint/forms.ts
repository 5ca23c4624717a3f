/**
 * Rules of oxlint for one way to write what a module declares. Functions: a declaration if they have statements, an arrow if
 * they are an expression; a variable with a type of its own may hold either. Object types: an alias. An interface adds
 * to one of a library, inside of `declare module`.
 */
type Node = {
  type: string;
  kind?: string;
  declaration?: Node | null;
  declarations?: { id: { typeAnnotation?: unknown }; init?: (Node & { body: Node }) | null }[];
};
type Context = { report(problem: { node: Node; message: string }): void };

/** Returns a rule that reports the declarations of a module that are in another form. */
const declarationRule = (isOther: (declared: Node) => boolean, message: string) => ({
  create: ({ report }: Context) => ({
    Program: ({ body }: { body: Node[] }) => {
      for (const statement of body) {
        const node = statement.declaration ?? statement;
        if (isOther(node)) report({ node, message });
      }
    },
  }),
});

const isArrowWithStatements = ({ kind, declarations = [] }: Node) =>
  kind === 'const' &&
  declarations.some(
    ({ id, init }) =>
      !id.typeAnnotation &&
      init?.type === 'ArrowFunctionExpression' &&
      init.body.type === 'BlockStatement',
  );

const rules = {
  functions: declarationRule(
    isArrowWithStatements,
    'Declare a function with statements: `function name() { … }`.',
  ),
  types: declarationRule(
    ({ type }) => type === 'TSInterfaceDeclaration',
    'Write an object type as an alias: `type Name = { … }`.',
  ),
};

export default { meta: { name: 'forms' }, rules };
