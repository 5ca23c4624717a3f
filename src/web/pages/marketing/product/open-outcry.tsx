import type { ProductTexts } from '#locales/texts.ts';

/** Calls of the Brazilian trading floor, in Portuguese in every language. */
const cries = [
  ['compro', 'Compro.'],
  ['vendo', 'Vendo.'],
  ['fechado', 'Fechado.'],
  ['zerado', 'Zerado.'],
] as const;

/**
 * Explains the product's name through four calls of open outcry and their meaning for the robot.
 */
export function OpenOutcry({ texts }: { texts: ProductTexts['floor'] }) {
  return (
    <section className="bg-accent text-on-accent">
      <div className="mx-auto max-w-6xl px-4 py-10 sm:px-6 sm:py-20 lg:py-28">
        <div className="grid gap-x-14 gap-y-4 lg:grid-cols-2">
          <h2 className="text-title font-semibold">{texts.title}</h2>
          <p className="text-pretty sm:text-lg">{texts.text}</p>
        </div>
        <dl className="mt-8 border-t sm:mt-14 border-current/30">
          {cries.map(([name, cry]) => (
            <div
              key={name}
              className="grid grid-cols-[8.5rem_1fr] items-baseline gap-x-4 gap-y-2 border-b border-current/30 py-3 sm:grid-cols-1 sm:gap-x-14 sm:py-5 lg:grid-cols-2"
            >
              <dt
                lang="pt-BR"
                className="text-[1.75rem] sm:text-[clamp(2.75rem,2rem+4.5vw,5.5rem)] leading-none font-semibold tracking-[-0.04em]"
              >
                {cry}
              </dt>
              <dd className="text-sm text-pretty sm:text-lg">{texts.words[name]}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
