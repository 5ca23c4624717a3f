/**
 * Returns the number of cards per row: one for a single product, two for two or four, otherwise
 * three.
 */
export function cardsPerRow(products: number): 1 | 2 | 3 {
  if (products === 1) return 1;
  return products === 2 || products === 4 ? 2 : 3;
}
