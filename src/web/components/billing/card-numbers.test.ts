import { array, assert, constantFrom, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cardBrandName,
  digitsOf,
  parseExpiry,
  groupCardNumber,
  isCardNumber,
  isCvc,
  isExpiry,
  formatExpiry,
  cardFormat,
  formatExpiryInput,
} from './card-numbers.ts';

const cards = {
  visa: '4242424242424242',
  mastercard: '5555555555554444',
  amex: '378282246310005',
  discover: '6011111111111117',
  diners: '30569309025904',
  jcb: '3530111333300000',
  unionpay: '6200000000000005',
};

describe('a card number', () => {
  it.each(Object.entries(cards))('is recognized as %s by its first digits', (brand, number) => {
    expect(cardFormat(number.slice(0, 4)).brand).toBe(brand);
    expect(isCardNumber(number)).toBe(true);
    expect(isCardNumber(groupCardNumber(number))).toBe(true);
  });

  it('is grouped as printed on the card', () => {
    expect(groupCardNumber('4242424242424242')).toBe('4242 4242 4242 4242');
    expect(groupCardNumber('378282246310005')).toBe('3782 822463 10005');
    expect(groupCardNumber('5555 5555-5555 44449999')).toBe('5555 5555 5555 4444');
    expect(groupCardNumber('')).toBe('');
  });

  it('keeps every digit when it is grouped', () => {
    assert(
      property(array(integer({ min: 0, max: 9 }), { maxLength: 13 }), (digits) => {
        expect(digitsOf(groupCardNumber(digits.join('')))).toBe(digits.join(''));
      }),
    );
  });

  it('is invalid with one wrong digit', () => {
    const place = integer({ min: 0, max: 13 });
    const off = integer({ min: 1, max: 9 });
    assert(
      property(constantFrom(...Object.values(cards)), place, off, (number, at, by) => {
        const wrong = (Number(number[at]) + by) % 10;
        expect(isCardNumber(`${number.slice(0, at)}${wrong}${number.slice(at + 1)}`)).toBe(false);
      }),
    );
  });

  it('is invalid while digits are missing', () => {
    expect(isCardNumber('4242 4242 4242 424')).toBe(false);
    expect(isCardNumber('')).toBe(false);
  });
});

describe('an expiry', () => {
  it.each([
    ['1', '1'],
    ['12', '12'],
    ['127', '12 / 7'],
    ['1227', '12 / 27'],
    ['4', '04'],
    ['427', '04 / 27'],
    ['12/2027', '12 / 27'],
    ['1/27', '01 / 27'],
    ['122027', '12 / 27'],
  ])('formats the input %s as %s', (typed, shown) => {
    expect(formatExpiryInput(typed)).toBe(shown);
  });

  it('is valid until the end of its month', () => {
    const now = new Date(2027, 4, 31, 23, 59);
    expect(isExpiry('04 / 27', now)).toBe(false);
    expect(isExpiry('05 / 27', now)).toBe(true);
    expect(isExpiry('12 / 99', now)).toBe(false);
    expect(isExpiry('13 / 28', now)).toBe(false);
    expect(parseExpiry('05 / 27')).toEqual({ month: 5, year: 2027 });
  });

  it('is shown with two digits each', () => {
    expect(formatExpiry({ expiryMonth: 3, expiryYear: 2031 })).toBe('03 / 31');
  });
});

it('requires as many security code digits as the brand prints', () => {
  expect(isCvc('123', cards.visa)).toBe(true);
  expect(isCvc('123', cards.amex)).toBe(false);
  expect(isCvc('1234', cards.amex)).toBe(true);
});

it('shows the name of an unknown brand unchanged', () => {
  expect(cardBrandName('amex')).toBe('Amex');
  expect(cardBrandName('elo')).toBe('elo');
});
