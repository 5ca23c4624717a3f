import {
  Building2,
  DatabaseZap,
  Languages,
  NotebookPen,
  ReceiptText,
  UsersRound,
  type LucideIcon,
} from 'lucide-react';
import type { ProductTexts } from '#locales/texts.ts';
import { Screenshot } from './screenshot.tsx';
import { ProductSection } from './section.tsx';

const features: [
  name: 'transactions' | 'team' | 'organizations' | 'plans' | 'data' | 'look',
  Icon: LucideIcon,
][] = [
  ['transactions', NotebookPen],
  ['team', UsersRound],
  ['organizations', Building2],
  ['plans', ReceiptText],
  ['data', DatabaseZap],
  ['look', Languages],
];

/** Describes the app's features beside two screenshots. */
export function FeatureTour({ texts }: { texts: ProductTexts['features'] }) {
  return (
    <ProductSection title={texts.title} className="overflow-hidden">
      <div className="relative mt-8 sm:mt-14 sm:pr-40 sm:pb-10 lg:-ml-[max(0rem,calc((100vw-72rem)/2-2rem))] lg:pr-72">
        <Screenshot
          name="transactions"
          alt={texts.listPicture}
          sizes="(width < 64rem) 92vw, 62rem"
          phone="phone-list"
          className="rounded-lg lg:rounded-xl"
        />
        <div className="absolute right-0 bottom-0 w-52 max-sm:hidden lg:right-20 lg:w-64">
          <Screenshot
            name="phone"
            alt={texts.phonePicture}
            sizes="16rem"
            className="rounded-[1.75rem]"
          />
        </div>
      </div>
      <dl className="mt-6 grid snap-x gap-x-14 gap-y-6 max-sm:-mx-4 max-sm:auto-cols-[72%] max-sm:grid-flow-col max-sm:gap-x-4 max-sm:overflow-x-auto max-sm:scroll-px-4 max-sm:px-4 max-sm:pb-3 sm:mt-14 sm:grid-cols-2 sm:gap-y-10 lg:grid-cols-3">
        {features.map(([name, Icon]) => (
          <div
            key={name}
            className="snap-start max-sm:rounded-lg max-sm:border max-sm:border-line max-sm:p-4"
          >
            <dt className="text-lg font-semibold max-sm:flex max-sm:items-center max-sm:gap-3">
              <span className="grid size-10 shrink-0 place-items-center rounded-lg bg-accent-soft text-accent-ink sm:mb-4">
                <Icon aria-hidden className="size-5" />
              </span>
              {texts[name].title}
            </dt>
            <dd className="mt-2 text-sm text-pretty text-muted sm:text-base">{texts[name].text}</dd>
          </div>
        ))}
      </dl>
    </ProductSection>
  );
}
