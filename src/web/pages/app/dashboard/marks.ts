/** Classes of the marks of gains and losses. Losses are hollow, as on the site: they differ without their color, too. */
export const gainClass = 'bg-success forced-colors:bg-[LinkText]';
export const lossClass = 'border-2 border-danger-ink bg-surface forced-colors:border-[LinkText]';
