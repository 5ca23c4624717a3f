import type { PolicyBlock, PolicySectionData } from './policy-section.ts';

/** Renders a section of the policy with the anchor that the table of contents links to. */
export function PolicySection({ section: { id, title, blocks } }: { section: PolicySectionData }) {
  return (
    <section id={id} className="scroll-mt-24 not-first:mt-16">
      <h2 className="text-2xl font-semibold tracking-tight">{title}</h2>
      {blocks.map((block, index) => (
        <BlockView key={index} block={block} />
      ))}
    </section>
  );
}

function BlockView({ block }: { block: PolicyBlock }) {
  if (typeof block === 'string') return <p className={textClass}>{block}</p>;
  if ('table' in block) return <TableView rows={block.table} />;
  return (
    <ul className={`${textClass} list-disc space-y-2 pl-5 marker:text-muted`}>
      {block.list.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}

const textClass = 'mt-4 leading-7 text-pretty';

/** Renders a table; on phones its cells are stacked. */
function TableView({ rows: [head = [], ...rows] }: { rows: readonly (readonly string[])[] }) {
  return (
    <table className="mt-6 w-full border-t border-line text-sm max-sm:block max-sm:*:block">
      <thead className="max-sm:sr-only">
        <tr className="border-b border-line text-left text-muted">
          {head.map((name) => (
            <th key={name} scope="col" className="py-2.5 pr-6 font-medium">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells) => (
          <tr key={cells[0]} className="border-b border-line align-top max-sm:block max-sm:py-3">
            {cells.map((cell, column) => (
              <td
                key={head[column]}
                className="leading-6 not-first:text-muted max-sm:block first:font-medium sm:py-3 sm:pr-6"
              >
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
