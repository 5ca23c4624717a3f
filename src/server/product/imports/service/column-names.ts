import { importFields, type ImportColumns, type ImportField } from '#contract/imports/mapping.ts';
import { allTexts } from '#locales/translate.ts';
import { plainName } from '#server/product/imports/rules.ts';

/** Other usual names of columns, beside those of our export and of our screens. */
const otherNames: Record<ImportField, readonly string[]> = {
  description: ['descricao do lancamento', 'historico', 'memo', 'details', 'concepto', 'detalle'],
  quantity: ['qtd', 'qtde', 'qty', 'units', 'cant', 'unidades'],
  price: ['unit price', 'preco unitario', 'valor unitario', 'precio unitario', 'preis'],
  date: ['data da transacao', 'transaction date', 'day', 'dia'],
  currency: ['divisa', 'ccy'],
  category: ['tipo', 'type', 'group', 'grupo'],
};

const namesOf = (field: ImportField) =>
  [
    field,
    ...Object.values(allTexts).map(({ transactions }) => transactions.fields[field]),
    ...otherNames[field],
  ].map(plainName);

const knownNames = importFields.map((field) => [field, namesOf(field)] as const);

/** Suggests a column for each field by its name, in any language and as in our own export (R-IMP-03). */
export function suggestColumns(header: readonly string[]): ImportColumns {
  const names = header.map(plainName);
  const columns = knownNames.map(([field, known]) => {
    const found = known.map((name) => names.indexOf(name)).find((index) => index >= 0);
    return [field, found ?? null];
  });
  return Object.fromEntries(columns) as ImportColumns;
}

/** Returns how many fields have a column of their name. */
export const countNamed = (header: readonly string[]) =>
  Object.values(suggestColumns(header)).filter((column) => column !== null).length;
