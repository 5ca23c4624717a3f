import { describe, expect, test } from 'vitest';
import type { TaxIdType } from '#contract/billing/details.ts';
import { normalizeTaxId } from './service/tax-id.ts';

/** A right number by type, with its digits swapped or changed, and with a wrong length. */
const right: Record<TaxIdType, [written: string, stored: string][]> = {
  br_cnpj: [
    ['11.222.333/0001-81', '11222333000181'],
    // The form with letters, issued from July 2026 on.
    ['12.ABC.345/01DE-35', '12ABC34501DE35'],
    ['12abc34501de35', '12ABC34501DE35'],
  ],
  br_cpf: [['529.982.247-25', '52998224725']],
  mx_rfc: [
    ['GODE561231GR8', 'GODE561231GR8'],
    ['sat 970701 nn3', 'SAT970701NN3'],
  ],
  in_gst: [['27AAPFU0939F1ZV', '27AAPFU0939F1ZV']],
  eu_vat: [
    ['ATU13585627', 'ATU13585627'],
    ['BE 0428.759.497', 'BE0428759497'],
    ['BG175074752', 'BG175074752'],
    ['CY10259033P', 'CY10259033P'],
    ['CZ25123891', 'CZ25123891'],
    ['DE 136 695 976', 'DE136695976'],
    ['DK13585628', 'DK13585628'],
    ['EE100931558', 'EE100931558'],
    ['EL094259216', 'EL094259216'],
    ['ESB58378431', 'ESB58378431'],
    ['FI20774740', 'FI20774740'],
    ['FR40303265045', 'FR40303265045'],
    ['HR33392005961', 'HR33392005961'],
    ['HU12892312', 'HU12892312'],
    ['IE6433435F', 'IE6433435F'],
    ['IT00743110157', 'IT00743110157'],
    ['LT119511515', 'LT119511515'],
    ['LU15027442', 'LU15027442'],
    ['LV40003521600', 'LV40003521600'],
    ['MT11679112', 'MT11679112'],
    ['NL004495445B01', 'NL004495445B01'],
    ['PL8567346215', 'PL8567346215'],
    ['PT501964843', 'PT501964843'],
    ['RO18547290', 'RO18547290'],
    ['SE123456789701', 'SE123456789701'],
    ['SI50223054', 'SI50223054'],
    ['SK2022749619', 'SK2022749619'],
  ],
};

const wrong: Record<TaxIdType, string[]> = {
  br_cnpj: ['11.222.333/0001-82', '12ABC34501DE36', '1122233300018', '00000000000000', 'ABC'],
  br_cpf: ['529.982.247-26', '5299822472', '111.111.111-11', '5299822472A'],
  mx_rfc: ['GODE561231GR9', 'SAT970701NN4', 'GODE561331GR8', 'XAXX010101000', 'GODE56'],
  in_gst: ['27AAPFU0939F1ZW', '00AAPFU0939F1ZV', '27AAPFU0939F1Z', 'ABC'],
  eu_vat: [
    'ATU13585626',
    'BE0428759498',
    'BG175074751',
    'CY10259033Z',
    'CZ25123890',
    'DE136695978',
    'DK13585627',
    'EE100594103',
    'EL123456781',
    'ESB58378432',
    'FI20774741',
    'FR84323140391',
    'HR33392005962',
    'HU12892313',
    'IE6433435E',
    'IT00743110158',
    'LT100001919018',
    'LU15027443',
    'LV40003521601',
    'MT11679113',
    'NL123456789B90',
    'PL8567346216',
    'PT501964842',
    'RO18547291',
    'SE123456789101',
    'SI50223055',
    'SK2022749618',
    // Without a prefix, with another country's, and of a country outside of the union.
    '136695976',
    'FR136695976',
    'GB980780684',
    'US123456789',
    '__proto__',
  ],
};

const cases = <T>(table: Record<TaxIdType, T[]>) =>
  Object.entries(table).flatMap(([type, rows]) =>
    rows.map((row) => [type as TaxIdType, row] as const),
  );

describe('Tax ids (R-INV-02)', () => {
  test.each(cases(right))('accepts %s %s', async (type, [value, stored]) => {
    expect(await normalizeTaxId({ type, value })).toBe(stored);
  });

  test.each(cases(wrong))('refuses %s %s', async (type, value) => {
    expect(await normalizeTaxId({ type, value })).toBeNull();
  });
});
