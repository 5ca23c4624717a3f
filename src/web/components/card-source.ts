import type { Ref } from 'react';
import { useRouteLoaderData } from 'react-router';

/** What a card is typed into: ours in the sandbox, Stripe's own fields otherwise. */
export type CardSource = {
  /** Exchanges what was typed for a token; throws a `Failure` or a {@link CardProblem}. */
  createToken: () => Promise<string>;
};

export interface CardSourceProps {
  ref: Ref<CardSource>;
  /** Hears whether everything that a card has is there. */
  onComplete: (isComplete: boolean) => void;
}

/** What the provider says about a card, already in the language of the page. */
export class CardProblem extends Error {}

type Site = { stripePublishableKey: string | null };

/** Who takes cards in this page, as the server told it; null: the sandbox. */
export const useStripeKey = () =>
  useRouteLoaderData<{ site: Site }>('root')?.site.stripePublishableKey ?? null;
