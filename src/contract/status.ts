import { z } from 'zod';
import { anyone } from './access.ts';
import { subject } from './endpoint.ts';
import { timestamp } from './shapes.ts';
import { statusComponents, statusDays } from './status-components.ts';

const share = z.number().min(0).max(1);

export const componentStatus = z.object({
  component: z.enum(statusComponents),
  /** Unknown while nothing is measured; unmeasured before the first measurement of this component. */
  state: z.enum(['up', 'down', 'unknown', 'unmeasured']),
  /** Share of the measured time in which it worked; null before the first measurement. */
  uptime: share.nullable(),
  /** The last 90 days in UTC, oldest first: minutes that were measured, and those of them without the component. */
  days: z
    .array(z.object({ date: z.iso.date(), measured: z.number(), down: z.number() }))
    .length(statusDays),
});
export type ComponentStatus = z.output<typeof componentStatus>;

const incident = z.object({
  component: z.enum(statusComponents),
  startedAt: timestamp,
  /** Null while it lasts. */
  endedAt: timestamp.nullable(),
});
export type StatusIncident = z.output<typeof incident>;

export const statusReport = z.object({
  /** Begin of the history, of which 90 days are kept; null before the first measurement. */
  since: timestamp.nullable(),
  /** Last measurement. */
  at: timestamp.nullable(),
  components: z.array(componentStatus),
  /** At most 50 interruptions: those that last first, then the newest. */
  incidents: z.array(incident),
});
export type StatusReport = z.output<typeof statusReport>;

export const status = subject('Status', {
  get: {
    route: 'GET /Status/Get',
    summary: 'State and history of the product’s components, as the product measured them',
    access: anyone,
    reply: statusReport,
  },
});
