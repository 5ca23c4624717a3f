import { createContext } from 'react';
import type { Currency } from '#contract/money.ts';

/** Currency of the organization whose pages are shown; null on pages that belong to none, such as the operator's. */
export const OrganizationCurrency = createContext<Currency | null>(null);
