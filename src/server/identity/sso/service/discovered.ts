import type { ServerMetadata } from 'openid-client';

/** Milliseconds for which the metadata of a provider is kept: a moved endpoint takes effect afterwards. */
const lifetime = 5 * 60_000;
/** The same after a failure. */
const failureLifetime = 10_000;
/** Maximum of providers, and of characters of one's metadata, so that the memory is bounded. */
const [maxProviders, maxLength] = [500, 64 * 1024];

type Kept = { metadata: Promise<ServerMetadata>; until: number };
const kept = new Map<string, Kept>();

/** Returns the metadata of a provider, which is read at most once in five minutes, however many sign-ins are started. */
export const readMetadataOnce = (issuer: string, read: () => Promise<ServerMetadata>) => {
  const found = kept.get(issuer);
  return found && found.until > Date.now() ? found.metadata : readMetadataAgain(issuer, read);
};

/** Reads the metadata of a provider and keeps it: for an owner who tests a change that was made there. */
export const readMetadataAgain = async (issuer: string, read: () => Promise<ServerMetadata>) => {
  const entry: Kept = { metadata: read(), until: Date.now() + lifetime };
  kept.delete(issuer);
  kept.set(issuer, entry);
  const [oldest] = kept.keys();
  if (kept.size > maxProviders && oldest !== undefined) kept.delete(oldest);
  try {
    const metadata = await entry.metadata;
    if (JSON.stringify(metadata).length > maxLength) entry.until = 0;
    return metadata;
  } catch (error) {
    entry.until = Date.now() + failureLifetime;
    throw error;
  }
};
