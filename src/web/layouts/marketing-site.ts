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

/** Settings of the public pages; null hides or disables the feature. */
export type Site = {
  /** Address of the documentation; null: our own API reference. */
  docs: string | null;
  /** Address of the community. */
  community: string | null;
  /** Target of the contact form. */
  contact: string | null;
  donation: string | null;
  /** Address of the newsletter form; the subscriber's email is appended. */
  newsletter: string | null;
  paidSupport: string | null;
  supportEmail: string;
  social: Record<SocialNetwork, string | null>;
  /** True if the pricing page shows the default prices while it can't load others. */
  pricingFallback: boolean;
  /** Client id for signing in with Google. */
  googleClientId: string | null;
  /** Publishable key for Stripe's fields; null: the sandbox's form. */
  stripePublishableKey: string | null;
  /** True if paid plans are taxed, so that the place of an organization is needed. */
  stripeTax: boolean;
  /** Address that receives page views. */
  pageViews: string | null;
  /** Maximum size of an operator's file in bytes. */
  uploadLimit: number;
};

/** Context key for loaders: `context.get(siteContext)`; the server sets it from its settings. */
export const siteContext = createContext<Site>();

/** Returns the site settings that the root has loaded; undefined if the root failed. */
export const useSite = () => useRouteLoaderData<{ site: Site }>('root')?.site;

/** Returns the links to our social networks. */
export const socialLinks = ({ social }: Site) =>
  socialNetworks.flatMap((name) => {
    const href = social[name];
    return href ? [{ name, title: networkNames[name], href }] : [];
  });
