import { ChevronDown } from 'lucide-react';
import type { ProductTexts } from '#locales/texts.ts';
import { sessionCsv, type CsvEdition } from '#web/components/drawing/session-csv.ts';
import { useTranslation } from '#web/session/translation.ts';
import { guideBytes } from './guides.ts';
import { ProductSection } from './section.tsx';

type Texts = ProductTexts['downloads'];

/** The editions, in their own language on every page. */
const editions = [
  {
    edition: 'pt-BR',
    name: 'Português',
    label: 'portuguese',
    guide: 'Guia do usuário',
    session: 'Sessão de exemplo',
  },
  {
    edition: 'en-US',
    name: 'English',
    label: 'english',
    guide: 'User guide',
    session: 'Example session',
  },
] as const;

const sessionBytes = (edition: CsvEdition) => new TextEncoder().encode(sessionCsv(edition)).length;

/** Lists the downloads in their two language editions (R-SITE-10). */
export function Downloads({ texts }: { texts: Texts }) {
  // A phone opens this edition only.
  const own = useTranslation().locale === 'pt-BR' ? 'pt-BR' : 'en-US';
  return (
    <ProductSection id="downloads" title={texts.title} text={texts.text}>
      <div className="mt-8 grid items-start gap-x-14 gap-y-4 sm:mt-12 sm:gap-y-12 lg:grid-cols-2">
        {editions.map(({ edition, name, label, guide, session }) => (
          <details
            key={edition}
            open
            data-fold={edition === own ? undefined : ''}
            className="kit-details group"
          >
            <summary className="flex min-h-11 cursor-pointer list-none items-center gap-4 border-b border-line pb-2 hover:text-accent-ink sm:pb-4 [&::-webkit-details-marker]:hidden">
              <h3 className="flex-1 text-xl font-semibold tracking-[-0.01em]">
                <span lang={edition}>{name}</span>
                <span className="sr-only"> ({texts[label]})</span>
              </h3>
              <ChevronDown
                aria-hidden
                className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180"
              />
            </summary>
            <ul role="list">
              <FileRow
                href={`/downloads/pregao-guide-${edition}.pdf`}
                edition={edition}
                title={guide}
                text={texts.guideText}
                bytes={guideBytes[edition]}
              />
              <FileRow
                href={`/downloads/session/${edition}`}
                edition={edition}
                title={session}
                text={texts.sessionText}
                bytes={sessionBytes(edition)}
              />
            </ul>
          </details>
        ))}
      </div>
    </ProductSection>
  );
}

type FileRowProps = {
  href: string;
  edition: CsvEdition;
  title: string;
  text: string;
  bytes: number;
};

function FileRow({ href, edition, title, text, bytes }: FileRowProps) {
  const size = new Intl.NumberFormat(useTranslation().locale, {
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
        className="group -mx-4 flex items-baseline gap-5 rounded-md px-4 py-3 hover:bg-sunken sm:py-5"
      >
        <span className="w-10 shrink-0 text-sm font-semibold text-accent-ink">{type}</span>
        <span className="min-w-0 flex-1">
          <span lang={edition} className="font-semibold group-hover:underline">
            {title}
          </span>
          <span className="block text-sm text-pretty text-muted">{text}</span>
        </span>
        <span className="text-sm whitespace-nowrap text-muted tabular-nums">
          {size.format(bytes / 1000)}
        </span>
      </a>
    </li>
  );
}
