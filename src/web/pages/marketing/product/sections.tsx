import type { ProductTexts } from '#locales/texts.ts';
import { registerPath, type offerOf } from '#web/components/pricing-choice.ts';
import { Newsletter } from '#web/pages/marketing/newsletter/form.tsx';
import { Downloads } from './downloads.tsx';
import { End } from './end.tsx';
import { Faq } from './faq.tsx';
import { Features } from './features.tsx';
import { Floor } from './floor.tsx';
import { Hero } from './hero.tsx';
import { How } from './how.tsx';
import type { PictureTheme } from './pictures.ts';
import { Plans } from './plans.tsx';
import { Risk } from './risk.tsx';
import { Rule } from './rule.tsx';

type Offer = ReturnType<typeof offerOf>;

interface Props {
  texts: ProductTexts;
  offer: Offer;
  background: PictureTheme;
}

/** Renders all sections of the product page in order. */
export function Sections({ texts, offer, background }: Props) {
  const start = freeStart(offer);
  return (
    <>
      <Hero texts={texts.hero} start={start} background={background} />
      <Rule texts={texts.rule} />
      <How texts={texts.how} />
      <Risk texts={texts.risk} />
      <Floor texts={texts.floor} />
      <Features texts={texts.features} />
      <Plans texts={texts.plans} offer={offer} />
      <Downloads texts={texts.downloads} />
      <Faq texts={texts.faq} />
      <Newsletter />
      <End texts={texts} start={start} />
    </>
  );
}

/** Returns the path to register with a free product; null when every product costs something. */
const freeStart = ({ products, currency }: Offer) => {
  const free = products.find(({ prices }) =>
    prices.some((price) => price.active && price.price === 0 && price.currency === currency),
  );
  return free ? registerPath({ product: free.id ?? free.title }, new URLSearchParams()) : null;
};
