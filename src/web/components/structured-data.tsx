/** What a page is about, for search engines (https://schema.org). React keeps it from ending early. */
export function StructuredData({ value }: { value: Record<string, unknown> }) {
  return (
    <script type="application/ld+json">
      {JSON.stringify({ '@context': 'https://schema.org', ...value })}
    </script>
  );
}
