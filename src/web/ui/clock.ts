/** Milliseconds by which the clock of this device is ahead of the server's; negative if it is behind. */
let aheadMs = 0;

/** Difference that counts as none: the `Date` header has whole seconds, and a reply may take some. */
const toleranceMs = 60_000;

/** Compares the clock of the device with the `Date` header of a reply, in this moment (R-GEN-11). */
export const compareClock = (date: string | null) => {
  const ahead = Date.now() - Date.parse(date ?? '');
  if (!Number.isNaN(ahead)) aheadMs = Math.abs(ahead) > toleranceMs ? ahead : 0;
};

/** Returns the current time, as the server has it: a device may have any. */
export const serverNow = (): Date => new Date(Date.now() - aheadMs);
