import { useIsMutating } from '@tanstack/react-query';
import type { Ref } from 'react';
import { useRouteLoaderData } from 'react-router';
import { queryClient } from '#web/api/queries.ts';

/** Source of card tokens: our fields in the sandbox, Stripe's own otherwise. */
export type CardTokenSource = {
  /** Exchanges the input for a token; throws a `Failure` or a {@link CardInputError}. */
  createToken: () => Promise<string>;
};

export type CardSourceProps = {
  ref: Ref<CardTokenSource>;
  /** Called with true when the card is complete. */
  onComplete: (isComplete: boolean) => void;
};

/** Error of the provider about a card, already in the language of the page. */
export class CardInputError extends Error {}

type StripeSettings = { stripePublishableKey: string | null; stripeTax: boolean };

const useStripeSettings = () => useRouteLoaderData<{ site: StripeSettings }>('root')?.site;

/** Returns the publishable key of Stripe, as the server sent it; null: the sandbox. */
export const useStripeKey = () => useStripeSettings()?.stripePublishableKey ?? null;

/** Returns true if paid plans are taxed, so that the place of an organization is needed. */
export const useStripeTax = () => useStripeSettings()?.stripeTax === true;

/** Key of the mutations that use a card. */
export const cardMutationKey = ['card'];

/** Returns true while a card is used: the dialog with its form must stay open. */
export const useIsCardBusy = () => useIsMutating({ mutationKey: cardMutationKey }, queryClient) > 0;
