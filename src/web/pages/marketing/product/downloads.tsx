import type { ProductTexts } from '#locales/texts.ts';
import { useLocale } from '#web/components/use-formats.ts';
import { sessionCsv, type CsvEdition } from '#web/pages/marketing/drawing/session-csv.ts';
import { guideBytes } from './guides.ts';
import { ProductSection } from './section.tsx';

type Texts = ProductTexts['downloads'];

const editions = [
  { edition: 'pt-BR', name: 'Português', label: 'portuguese' },
  { edition: 'en-US', name: 'English', label: 'english' },
] as const;

const sessionBytes = (edition: CsvEdition) => new TextEncoder().encode(sessionCsv(edition)).length;

/** Lists the downloads in their two language editions (R-SITE-10). */
export function Downloads({ texts }: { texts: Texts }) {
  return (
    <ProductSection id="downloads" title={texts.title} text={texts.text}>
      <div className="mt-12 grid gap-x-14 gap-y-12 lg:grid-cols-2">
        {editions.map(({ edition, name, label }) => (
          <div key={edition}>
            <h3 className="text-xl font-semibold tracking-[-0.01em]">
              <span lang={edition}>{name}</span>
              <span className="sr-only"> ({texts[label]})</span>
            </h3>
            <ul role="list" className="mt-4 border-t border-line">
              <FileRow
                href={`/downloads/pregao-guide-${edition}.pdf`}
                edition={edition}
                title={texts.guide}
                text={texts.guideText}
                bytes={guideBytes[edition]}
              />
              <FileRow
                href={`/downloads/session/${edition}`}
                edition={edition}
                title={texts.session}
                text={texts.sessionText}
                bytes={sessionBytes(edition)}
              />
            </ul>
          </div>
        ))}
      </div>
    </ProductSection>
  );
}

interface FileRowProps {
  href: string;
  edition: CsvEdition;
  title: string;
  text: string;
  bytes: number;
}

function FileRow({ href, edition, title, text, bytes }: FileRowProps) {
  const size = new Intl.NumberFormat(useLocale(), {
    style: 'unit',
    unit: 'kilobyte',
    maximumFractionDigits: bytes < 10_000 ? 1 : 0,
  });
  const type = href.endsWith('.pdf') ? 'PDF' : 'CSV';
  return (
    <li className="border-b border-line">
      <a
        href={href}
        hrefLang={edition}
        download=""
        className="group -mx-4 flex items-baseline gap-5 rounded-md px-4 py-5 hover:bg-sunken"
      >
        <span className="w-10 shrink-0 text-sm font-semibold text-accent-ink">{type}</span>
        <span className="min-w-0 flex-1">
          <span className="font-semibold group-hover:underline">{title}</span>
          <span className="block text-sm text-pretty text-muted">{text}</span>
        </span>
        <span className="text-sm whitespace-nowrap text-muted tabular-nums">
          {size.format(bytes / 1000)}
        </span>
      </a>
    </li>
  );
}
