/** Documents of the sources, as text. Only loaders may import this file, so that no browser loads it. */
const documents = import.meta.glob<string>(['/CHANGELOG.md', '/docs/performance.md'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Releases, newest first. */
export const changeLog = documents['/CHANGELOG.md'] ?? '';

/** Results of the bench, as it writes them. */
export const performanceReport = documents['/docs/performance.md'] ?? '';
