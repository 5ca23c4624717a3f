import type { ComponentStatus } from '#contract/status.ts';

type Day = ComponentStatus['days'][number];

/** Width of a day, in units of the view box. */
const step = 10;
export const barsHeight = 56;
const [top, base] = [8, 54];
const barWidth = 5;
const minutesOfDay = 1_440;

export const barsWidth = (days: readonly Day[]) => days.length * step;

/** Returns how deep the line falls: an interruption of a minute is visible, one of a day reaches the ground. */
const depthOf = ({ down }: Day) =>
  Math.round((base - top) * Math.min(1, Math.log10(1 + down) / Math.log10(1 + minutesOfDay)));

/** Returns a path of one bar for each day. */
const bars = (days: readonly Day[], heightOf: (day: Day) => number) =>
  days
    .flatMap((day, index) => {
      const height = heightOf(day);
      const x = index * step + (step - barWidth) / 2;
      return height > 0 ? [`M${x} ${base - height}h${barWidth}v${height}h${-barWidth}z`] : [];
    })
    .join('');

/** Returns the line of the days, as the robot's stop: it holds while all works and falls with an interruption. */
function lineOf(days: readonly Day[]) {
  let isDrawn = false;
  return days
    .map((day, index) => {
      if (day.measured === 0) {
        isDrawn = false;
        return '';
      }
      const start = isDrawn ? 'V' : `M${index * step} `;
      isDrawn = true;
      return `${start}${top + depthOf(day)}h${step}`;
    })
    .join('');
}

/** Returns the paths of a drawn history by name. */
export const barPaths = (days: readonly Day[]) => ({
  unmeasured: bars(days, ({ measured }) => (measured === 0 ? 3 : 0)),
  up: bars(days, (day) => (day.measured > 0 ? Math.max(0, base - top - 6 - depthOf(day)) : 0)),
  down: bars(days, (day) => (day.down > 0 ? Math.max(3, depthOf(day)) : 0)),
  line: lineOf(days),
});
