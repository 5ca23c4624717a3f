import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { Fragment, useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { RowCells, type TableProps } from '#web/ui/table.tsx';
import { ActiveRow } from './active-row.ts';
import { RowCheckbox } from './row-checkbox.tsx';
import type { DataColumn } from './table-head.tsx';
import type { RowSelection } from './use-row-selection.ts';

type Props<Row> = {
  rows: readonly Row[];
  columns: readonly DataColumn<Row>[];
  renderActions: TableProps<Row>['renderActions'] | undefined;
  selection: RowSelection | undefined;
  rowLabel: ((row: Row) => string) | undefined;
  /** Renders only the rows near the window. */
  isLong: boolean;
} & Pick<TableProps<Row>, 'rowKey'>;

const estimatedHeight = 61;

/** Renders all rows; of a long list those in and near the window, where spacers keep the place of the others. */
export function TableBody<Row>(props: Props<Row>) {
  const { rows, rowKey, columns, renderActions, selection, rowLabel, isLong } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const active = useActiveRow(body, rows.length);
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoized, and no compiler is used
  const virtualizer = useWindowVirtualizer({
    enabled: isLong,
    count: rows.length,
    estimateSize: () => estimatedHeight,
    overscan: 10,
    // Rows are there in the first rendering, too, before the window is measured.
    initialRect: { width: globalThis.innerWidth, height: globalThis.innerHeight },
    scrollMargin: useOffset(body, isLong),
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : rowKey(row);
    },
    // The row that has the focus stays.
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      return shown.includes(active.index) || active.index >= range.count
        ? shown
        : [...shown, active.index].toSorted((a, b) => a - b);
    },
  });
  const margin = virtualizer.options.scrollMargin;
  const items = isLong
    ? virtualizer.getVirtualItems()
    : rows.map((_, index) => ({ index, start: margin, end: margin }));
  const span = columns.length + Number(Boolean(renderActions)) + Number(selection !== undefined);
  return (
    <tbody ref={body} role="rowgroup">
      {items.map((item, at) => {
        const row = rows[item.index];
        if (row === undefined) return null;
        const key = rowKey(row);
        return (
          <Fragment key={key}>
            <Spacer height={item.start - (items[at - 1]?.end ?? margin)} span={span} />
            <tr
              ref={isLong ? virtualizer.measureElement : undefined}
              role="row"
              aria-rowindex={item.index + 2}
              data-index={item.index}
              tabIndex={-1}
              // A press on a link must not move the rows around it.
              onFocus={({ target, currentTarget }) => {
                if (target === currentTarget) active.set(item.index);
              }}
              data-selected={selection?.has(key) ? '' : undefined}
            >
              {selection && (
                <td role="cell" data-select>
                  <RowCheckbox
                    label={rowLabel?.(row) ?? ''}
                    checked={selection.has(key)}
                    tabIndex={item.index === active.index ? 0 : -1}
                    onFocus={() => active.set(item.index)}
                    onChange={({ nativeEvent }) =>
                      isRange(nativeEvent) ? selection.extendTo(key) : selection.toggle(key)
                    }
                    onKeyDown={(event) => {
                      const to = active.move(event);
                      const reached = to === undefined ? undefined : rows[to];
                      if (event.shiftKey && reached !== undefined) {
                        if (selection.keys.length === 0) selection.toggle(key);
                        selection.extendTo(rowKey(reached));
                      }
                    }}
                  />
                </td>
              )}
              <ActiveRow
                value={{
                  isActive: item.index === active.index,
                  activate: () => active.set(item.index),
                }}
              >
                <RowCells {...{ columns, row, renderActions }} />
              </ActiveRow>
            </tr>
          </Fragment>
        );
      })}
      <Spacer
        height={virtualizer.getTotalSize() - ((items.at(-1)?.end ?? margin) - margin)}
        span={span}
      />
    </tbody>
  );
}

const isRange = (event: Event) => event instanceof MouseEvent && event.shiftKey;

function Spacer({ height, span }: { height: number; span: number }) {
  return (
    height > 0 && (
      <tr aria-hidden data-spacer>
        <td colSpan={span} style={{ height }} />
      </tr>
    )
  );
}

/** Returns the distance of an element from the top of the document, in pixels; 0 if it is not needed. */
function useOffset(element: RefObject<HTMLElement | null>, isNeeded: boolean) {
  const [offset, setOffset] = useState(0);
  useEffect(() => {
    if (!isNeeded) return;
    const measure = () => {
      const top = element.current?.getBoundingClientRect().top;
      if (top !== undefined) setOffset(Math.round(top + window.scrollY));
    };
    // What is above may change its height, and the height of the page with it.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element, isNeeded]);
  return offset;
}

/** Keeps which row had the focus: Tab reaches its check box; arrows, Home and End move to another. */
function useActiveRow(body: RefObject<HTMLElement | null>, count: number) {
  const [index, set] = useState(0);
  const isMoving = useRef(false);
  useEffect(() => {
    if (!isMoving.current) return;
    isMoving.current = false;
    body.current?.querySelector<HTMLElement>(`[data-index="${index}"] input`)?.focus();
  });
  const move = (event: KeyboardEvent) => {
    const to = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: count - 1 }[event.key];
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return undefined;
    event.preventDefault();
    if (to < 0 || to >= count) return undefined;
    isMoving.current = true;
    set(to);
    return to;
  };
  return { index: Math.min(index, Math.max(0, count - 1)), set, move };
}
