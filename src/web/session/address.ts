import { redirectDocument, useRouteLoaderData } from 'react-router';
import { isServedAtAddress } from '#contract/calls/address-paths.ts';
import type { AddressOrganization } from '#contract/membership.ts';
import { loadPageTextsAtRoot } from './page-texts-middleware.ts';

/** Name of the element in the head of each document at an organization's own address. */
export const addressMeta = 'organization-address';

/** Returns true in a browser at an organization's own address (decision 61). */
export const isAtAddress = () => document.querySelector(`meta[name="${addressMeta}"]`) !== null;

/** Returns the organization whose own address the page is shown at; null at the main site. */
export const useAddressOrganization = () =>
  useRouteLoaderData<{ organization: AddressOrganization | null }>('root')?.organization ?? null;

/** Loads pages of the main site as a document, which the server sends there. */
function leaveAddress({ request }: { request: Request }) {
  const { pathname, search } = new URL(request.url);
  if (isAtAddress() && !isServedAtAddress(pathname)) {
    throw redirectDocument(`${pathname}${search}`);
  }
}

/** Runs in the browser before every page. */
export const rootMiddleware = [leaveAddress, loadPageTextsAtRoot];
