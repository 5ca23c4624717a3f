import type { TaxId, TaxIdType } from '#contract/billing/details.ts';

/** Country and name of a validator in the library. */
type ValidatorName = readonly [country: string, name: string];

/** VAT numbers by the prefix that European invoices show; Greece's is not its ISO code. */
const vatValidators: Record<string, ValidatorName> = {
  AT: ['AT', 'uid'],
  BE: ['BE', 'vat'],
  BG: ['BG', 'vat'],
  CY: ['CY', 'vat'],
  CZ: ['CZ', 'dic'],
  DE: ['DE', 'vat'],
  DK: ['DK', 'cvr'],
  EE: ['EE', 'kmkr'],
  EL: ['GR', 'vat'],
  ES: ['ES', 'nif'],
  FI: ['FI', 'alv'],
  FR: ['FR', 'tva'],
  HR: ['HR', 'oib'],
  HU: ['HU', 'anum'],
  IE: ['IE', 'vat'],
  IT: ['IT', 'iva'],
  LT: ['LT', 'pvm'],
  LU: ['LU', 'tva'],
  LV: ['LV', 'pvn'],
  MT: ['MT', 'vat'],
  NL: ['NL', 'btw'],
  PL: ['PL', 'nip'],
  PT: ['PT', 'nif'],
  RO: ['RO', 'cui'],
  SE: ['SE', 'vat'],
  SI: ['SI', 'ddv'],
  SK: ['SK', 'dph'],
};

const validators: Record<Exclude<TaxIdType, 'eu_vat'>, ValidatorName> = {
  br_cnpj: ['BR', 'cnpj'],
  br_cpf: ['BR', 'cpf'],
  in_gst: ['IN', 'gstin'],
  mx_rfc: ['MX', 'rfc'],
};

const repeated = /^(.)\1*$/;

/**
 * Returns a tax id without separators, in capitals; null when its format or check digits are wrong
 * (R-INV-02). A VAT number needs the prefix of its country.
 */
export async function normalizeTaxId({ type, value }: TaxId): Promise<string | null> {
  const plain = value.toUpperCase().replaceAll(/[\s./-]/g, '');
  if (type !== 'eu_vat') return validate(validators[type], plain);
  const prefix = plain.slice(0, 2);
  const name = Object.hasOwn(vatValidators, prefix) ? vatValidators[prefix] : undefined;
  const number = name ? await validate(name, plain.slice(2)) : null;
  return number && `${prefix}${number}`;
}

/** Refuses a repeated digit too, which passes most checksums but is never issued. */
async function validate([country, name]: ValidatorName, plain: string): Promise<string | null> {
  if (repeated.test(plain)) return null;
  // Loaded with the first tax id: the library has the numbers of all countries.
  const { stdnum } = await import('stdnum');
  const result = stdnum[country]?.[name]?.validate(plain);
  return result?.isValid ? result.compact : null;
}
