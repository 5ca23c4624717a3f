/** How many cards stand side by side: one is wide, two or four are halves, others thirds (section 2). */
export const columnsFor = (products: number): 1 | 2 | 3 => {
  if (products === 1) return 1;
  return products === 2 || products === 4 ? 2 : 3;
};
