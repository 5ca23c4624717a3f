/** Database and folders of a bench run. */
export interface Place {
  ownerUrl: string;
  folder: string;
  /** Path of PostgreSQL's log. */
  log: string;
  /** Environment for the product. */
  settings: { DATABASE_URL: string; DATA_DIR: string };
}
