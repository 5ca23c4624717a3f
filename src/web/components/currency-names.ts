/** Returns the choices of a currency with its name in a language: `BRL · Brazilian Real`. */
export function currencyOptions(codes: readonly string[], locale: string) {
  const names = new Intl.DisplayNames(locale, { type: 'currency' });
  return codes.map((value) => {
    const code = value.toUpperCase();
    return { value, label: `${code} · ${names.of(code)}` };
  });
}
