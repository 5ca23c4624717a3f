/** Recorded replies of the product as sent over HTTP: headers and body. */
export type Recorded = Record<string, { headers: Record<string, string>; body: string }>;

/** Settings of the ceilings at start. */
export interface Told {
  databaseUrl: string;
  recorded: Recorded;
  /** Path of a file in the product's storage. */
  file: string;
  /** Signing secret of the provider's webhooks. */
  secret: string;
}
