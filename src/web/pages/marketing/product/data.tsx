import type { ProductTexts } from '#locales/texts.ts';
import { StructuredData } from '#web/components/seo/structured-data.tsx';
import { useOrigin } from '#web/components/seo/use-origin.ts';
import { useSite } from '#web/layouts/marketing-site.ts';

/** Renders structured data for search engines: the organization and the FAQ. */
export function ProductData({ texts }: { texts: ProductTexts }) {
  const origin = useOrigin();
  const site = useSite();
  return (
    <>
      <StructuredData
        value={{
          '@type': 'Organization',
          name: 'Pregão',
          url: origin,
          logo: `${origin}/icon-512.png`,
          email: site?.supportEmail,
          sameAs: Object.values(site?.social ?? {}).filter((address) => address !== null),
        }}
      />
      <StructuredData
        value={{
          '@type': 'FAQPage',
          mainEntity: Object.values(texts.faq.items).map(({ question, answer }) => ({
            '@type': 'Question',
            name: question,
            acceptedAnswer: { '@type': 'Answer', text: answer },
          })),
        }}
      />
    </>
  );
}
