const [least, most] = [5, 50];

/** As many random integers from 5 to 50 as are asked for (specification, section 9). */
export const sampleNumbers = (count: number, random: () => number = Math.random) =>
  Array.from({ length: count }, () => least + Math.floor(random() * (most - least + 1)));
