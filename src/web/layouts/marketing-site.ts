import { createContext, useRouteLoaderData } from 'react-router';

export const socialNetworks = ['telegram', 'discord', 'youtube', 'instagram', 'twitter'] as const;
export type SocialNetwork = (typeof socialNetworks)[number];

const networkNames: Record<SocialNetwork, string> = {
  telegram: 'Telegram',
  discord: 'Discord',
  youtube: 'YouTube',
  instagram: 'Instagram',
  twitter: 'Twitter',
};

/** What is configured for the pages; what is null is not shown, or not done. */
export type Site = {
  /** The documentation; null: the reference of our own calls. */
  docs: string | null;
  /** Where people talk about the product. */
  community: string | null;
  /** Where the contact form sends what was written. */
  contact: string | null;
  donation: string | null;
  /** Where a subscriber to the newsletter is led; their address is appended. */
  newsletter: string | null;
  paidSupport: string | null;
  supportEmail: string;
  social: Record<SocialNetwork, string | null>;
  /** Whether the pricing page shows the default prices when it gets no others. */
  pricingFallback: boolean;
  /** Who asks Google to sign somebody in. */
  googleClientId: string | null;
  /** Cards are typed into Stripe's own fields; null: into the sandbox's form. */
  stripePublishableKey: string | null;
  /** Where the pages that sell report that they were seen. */
  pageViews: string | null;
  /** How many bytes a file of the operator may have. */
  uploadLimit: number;
};

/** In a loader of the server: `context.get(siteContext)`; the server fills it from its settings. */
export const siteContext = createContext<Site>();

/** On a page: what the root has loaded; nothing is known where the root itself failed. */
export const useSite = () => useRouteLoaderData<{ site: Site }>('root')?.site;

/** The networks that we are on. */
export const socialLinks = ({ social }: Site) =>
  socialNetworks.flatMap((name) => {
    const href = social[name];
    return href ? [{ name, title: networkNames[name], href }] : [];
  });
