import type { ProductTexts } from '#locales/texts.ts';

/** Calls of the Brazilian trading floor, in Portuguese in every language. */
const cries = { compro: 'Compro.', vendo: 'Vendo.', fechado: 'Fechado.', zerado: 'Zerado.' };

/**
 * Explains the product's name through four calls of open outcry and their meaning for the robot.
 */
export function OpenOutcry({ texts }: { texts: ProductTexts['floor'] }) {
  return (
    <section className="bg-accent text-on-accent">
      <div className="mx-auto max-w-6xl px-4 py-20 sm:px-6 lg:py-28">
        <div className="grid gap-x-14 gap-y-4 lg:grid-cols-2">
          <h2 className="text-title font-semibold [&:lang(hi)]:leading-[1.3]">{texts.title}</h2>
          <p className="text-lg text-pretty">{texts.text}</p>
        </div>
        <dl className="mt-14 border-t border-current/30">
          {Object.entries(cries).map(([name, cry]) => (
            <div
              key={name}
              className="grid items-baseline gap-x-14 gap-y-2 border-b border-current/30 py-5 lg:grid-cols-2"
            >
              <dt
                lang="pt-BR"
                className="text-[clamp(2.75rem,2rem+4.5vw,5.5rem)] leading-none font-semibold tracking-[-0.04em]"
              >
                {cry}
              </dt>
              <dd className="text-lg text-pretty">{texts.words[name as keyof typeof cries]}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
