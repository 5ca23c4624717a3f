import type { ProductTexts } from '#locales/texts.ts';
import { Screenshot } from './screenshot.tsx';
import { ProductSection } from './section.tsx';

const names = ['transactions', 'team', 'organizations', 'plans', 'data', 'look'] as const;

/** Describes the app's features beside two screenshots. */
export function FeatureTour({ texts }: { texts: ProductTexts['features'] }) {
  return (
    <ProductSection title={texts.title} className="overflow-hidden">
      <div className="relative mt-14 pb-10 sm:pr-40 lg:-ml-[max(0rem,calc((100vw-72rem)/2-2rem))] lg:pr-72">
        <Screenshot
          name="transactions"
          alt={texts.listPicture}
          sizes="(width < 64rem) 92vw, 62rem"
          className="rounded-lg lg:rounded-xl"
        />
        <div className="absolute right-4 bottom-0 w-28 sm:right-0 sm:w-52 lg:right-20 lg:w-64">
          <Screenshot
            name="phone"
            alt={texts.phonePicture}
            sizes="(width < 40rem) 7rem, 16rem"
            className="rounded-lg sm:rounded-[1.75rem]"
          />
        </div>
      </div>
      <dl className="mt-14 grid gap-x-14 gap-y-10 sm:grid-cols-2 lg:grid-cols-3">
        {names.map((name) => (
          <div key={name}>
            <dt className="text-lg font-semibold">{texts[name].title}</dt>
            <dd className="mt-2 text-pretty text-muted">{texts[name].text}</dd>
          </div>
        ))}
      </dl>
    </ProductSection>
  );
}
