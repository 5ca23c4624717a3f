const [least, most] = [5, 50];

/** Returns random integers from 5 to 50 (R-APP-06). */
export const sampleNumbers = (count: number, random: () => number = Math.random) =>
  Array.from({ length: count }, () => least + Math.floor(random() * (most - least + 1)));
