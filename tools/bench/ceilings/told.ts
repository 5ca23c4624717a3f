/** What the product answered, as it went over the wire: type, encoding and bytes. */
export type Recorded = Record<string, { headers: Record<string, string>; body: string }>;

/** What the ceilings are told when they start. */
export interface Told {
  databaseUrl: string;
  recorded: Recorded;
  /** A file of the product's storage. */
  file: string;
  /** What the provider signs its events with. */
  secret: string;
}
