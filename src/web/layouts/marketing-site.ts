import { createContext } from 'react-router';

export const socialNetworks = ['telegram', 'discord', 'youtube', 'instagram', 'twitter'] as const;
export type SocialNetwork = (typeof socialNetworks)[number];

/** What is configured about the public site; what is null or missing is not shown. */
export type Site = {
  /** The documentation; null: the reference of our own calls. */
  docs: string | null;
  /** Where people talk about the product. */
  community: string | null;
  donation: string | null;
  social: Partial<Record<SocialNetwork, string>>;
  /** Whether the pricing page shows the default prices when it gets no others. */
  pricingFallback: boolean;
};

/** In a loader of the server: `context.get(siteContext)`. */
export const siteContext = createContext<Site>({
  docs: null,
  community: null,
  donation: null,
  social: {},
  pricingFallback: true,
});
