/** Classes of the columns on a phone: that of the checked radio button is shown. */
const pickedClasses = [
  'max-md:hidden group-has-[[value="0"]:checked]/plans:max-md:table-cell',
  'max-md:hidden group-has-[[value="1"]:checked]/plans:max-md:table-cell',
  'max-md:hidden group-has-[[value="2"]:checked]/plans:max-md:table-cell',
  'max-md:hidden group-has-[[value="3"]:checked]/plans:max-md:table-cell',
  'max-md:hidden group-has-[[value="4"]:checked]/plans:max-md:table-cell',
];

// The site's header is 4 rem high.
const fixed = { head: 'sticky top-16 z-10', label: 'w-[58%] md:w-[34%]' };

/**
 * Returns the classes of a table that compares so many plans. One plan needs no choice; more than a desktop shows side by
 * side slide, and their names of rows stay in sight instead of the head, which can't stick to the page from such a box.
 */
export function comparisonColumns(count: number) {
  if (count > pickedClasses.length)
    return {
      isPicked: false,
      isSliding: true,
      table: undefined,
      head: undefined,
      label: 'sticky left-0 z-10 min-w-36 bg-canvas md:min-w-64',
      plan: () => 'min-w-32',
    };
  const isPicked = count > 1;
  return {
    ...fixed,
    isPicked,
    isSliding: false,
    table: isPicked ? 'table-fixed' : 'max-w-3xl table-fixed',
    plan: (index: number) => (isPicked ? pickedClasses[index] : undefined),
  };
}
