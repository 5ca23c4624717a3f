/**
 * Renders structured data for search engines (https://schema.org). React escapes the end of the
 * script. Only server-rendered documents have it, because search engines don't read what the
 * browser adds.
 */
export function StructuredData({ value }: { value: Record<string, unknown> }) {
  if (!import.meta.env.SSR) return null;
  return (
    <script type="application/ld+json">
      {JSON.stringify({ '@context': 'https://schema.org', ...value })}
    </script>
  );
}
