/**
 * What a page is about, for search engines (https://schema.org). React keeps it from ending early. Only
 * documents of the server have it: nothing that a browser draws is read by them.
 */
export function StructuredData({ value }: { value: Record<string, unknown> }) {
  if (!import.meta.env.SSR) return null;
  return (
    <script type="application/ld+json">
      {JSON.stringify({ '@context': 'https://schema.org', ...value })}
    </script>
  );
}
