/** Where everything is. */
export interface Place {
  ownerUrl: string;
  folder: string;
  /** What PostgreSQL writes down. */
  log: string;
  /** How the product is started here. */
  settings: { DATABASE_URL: string; DATA_DIR: string };
}
