/** Milliseconds by which the clock of this device is ahead of the server's; negative if it is behind. */
let aheadMs = 0;

/** Compares the clock of the device with the `Date` header of a reply, now and to the second (R-GEN-11). */
export function compareClock(date: string | null) {
  // Without the header nothing is known.
  aheadMs = Date.now() - Date.parse(`${date}`) || 0;
}

/** Returns the current time, as the server has it: a device may have any. */
export const serverNow = (): Date => new Date(Date.now() - aheadMs);
