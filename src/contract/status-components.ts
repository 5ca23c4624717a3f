/** Parts of the product whose history the status page shows (R-OPR-31). */
export const statusComponents = ['site', 'database', 'payments', 'emails', 'jobs', 'live'] as const;
export type StatusComponent = (typeof statusComponents)[number];

/** Days that the status page shows and the database keeps. */
export const statusDays = 90;
