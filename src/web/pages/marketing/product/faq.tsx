import type { ProductTexts } from '#locales/texts.ts';
import { Accordion } from '#web/ui/accordion.tsx';

/** Renders the FAQ; the first question is open and several may be (R-SITE-01). */
export function Faq({ texts }: { texts: ProductTexts['faq'] }) {
  const items = Object.entries(texts.items).map(([key, { question, answer }]) => ({
    key,
    title: question,
    content: answer,
  }));
  return (
    <section id="faq" className="scroll-mt-16 border-t border-line">
      <div className="mx-auto grid max-w-6xl gap-x-14 gap-y-6 px-4 py-10 sm:gap-y-10 sm:py-20 sm:px-6 lg:grid-cols-[minmax(0,4fr)_minmax(0,8fr)] lg:py-28">
        <h2 className="text-title font-semibold lg:sticky lg:top-28 lg:self-start">
          {texts.title}
        </h2>
        <Accordion items={items} />
      </div>
    </section>
  );
}
