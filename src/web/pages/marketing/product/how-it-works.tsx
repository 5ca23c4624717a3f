import { clsx } from 'clsx';
import type { ProductTexts } from '#locales/texts.ts';
import { ProductSection } from './section.tsx';

/** Margins that place each step higher than the one before. */
const stepMargins = ['lg:mt-36', 'lg:mt-24', 'lg:mt-12', 'lg:mt-0'];

/** Renders four steps as ascending stairs, like the rising stop. */
export function HowItWorks({ texts }: { texts: ProductTexts['how'] }) {
  return (
    <ProductSection title={texts.title}>
      <ol className="mt-8 grid gap-x-6 gap-y-8 max-[22rem]:grid-cols-1 grid-cols-2 sm:mt-12 sm:gap-y-10 sm:gap-x-10 lg:mt-4 lg:grid-cols-4 lg:gap-x-0">
        {Object.values(texts.steps).map(({ title, text }, index) => (
          <li
            key={title}
            className={clsx(
              'relative border-t-3 border-accent-ink pt-4 sm:pt-5 lg:pr-8 lg:pl-6',
              index > 0 && 'lg:before:absolute lg:before:-top-0.75 lg:before:left-0',
              index > 0 && 'lg:before:h-12.75 lg:before:border-l-3 lg:before:border-accent-ink',
              stepMargins[index],
            )}
          >
            <p aria-hidden className="text-sm font-semibold text-accent-ink tabular-nums">
              {index + 1}
            </p>
            <h3 className="mt-1 text-xl font-semibold sm:text-2xl tracking-tight">{title}</h3>
            <p className="mt-1 text-sm text-pretty text-muted sm:mt-2 sm:text-base">{text}</p>
          </li>
        ))}
      </ol>
    </ProductSection>
  );
}
