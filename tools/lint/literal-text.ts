/**
 * Rule of oxlint that refuses literal text in JSX: in elements, and in the attributes that people read or hear, also in the
 * branches of a condition. Texts come from `src/locales`; signs without letters may stay.
 */
type Node = {
  type: string;
  [part: string]: unknown;
};
type Context = {
  report(problem: { node: Node; message: string }): void;
};

const spoken =
  /^(?:alt|title|placeholder|label|hint|aria-(?:label|description|roledescription|valuetext))$/;

/** Names and examples that are the same in every language. */
const names = new Set(
  ['CNAME', 'TXT', 'K', 'MB', 'https://', 'standardwebhooks.com', 'WELCOME20'].concat(
    'zip, txt, png, jpg, rar',
  ),
);

/** Returns true for letters that are neither a name, an entity of HTML nor the key of a text. */
function isText(text: string) {
  const bare = text.replaceAll(/&\w+;/g, '').trim();
  return /\p{L}/u.test(bare) && !names.has(bare) && !/^\w+(\.\w+)+$/.test(bare);
}

/** Returns the literals that an expression can have as its value. */
function literalsOf(node: Node): [node: Node, text: string][] {
  const parts = (...keys: string[]) => keys.flatMap((key) => literalsOf(node[key] as Node));
  switch (node.type) {
    case 'JSXText':
    case 'Literal':
      return typeof node['value'] === 'string' ? [[node, node['value']]] : [];
    case 'TemplateLiteral':
      return (node['quasis'] as { value: { raw: string } }[]).map(({ value }) => [node, value.raw]);
    case 'ConditionalExpression':
      return parts('consequent', 'alternate');
    case 'LogicalExpression':
      return parts('left', 'right');
    case 'JSXExpressionContainer':
      return parts('expression');
    default:
      return [];
  }
}

function check(context: Context, value: Node) {
  for (const [node, text] of literalsOf(value)) {
    if (isText(text))
      context.report({ node, message: `"${text.trim()}": take the text from src/locales` });
  }
}

const checkChildren =
  (context: Context) =>
  ({ children }: Node) => {
    for (const child of children as Node[]) check(context, child);
  };

const noLiteralText = {
  create: (context: Context) => ({
    JSXElement: checkChildren(context),
    JSXFragment: checkChildren(context),
    JSXAttribute: ({ name, value }: Node) => {
      if (value && spoken.test(String((name as Node)['name']))) check(context, value as Node);
    },
  }),
};

export default { meta: { name: 'texts' }, rules: { 'no-literal-text': noLiteralText } };
