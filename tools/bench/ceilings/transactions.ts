/** Transaction row as the ceilings read it. */
export interface Stored {
  id: string;
  description: string;
  quantity: number;
  cents: number;
  date: string;
  category: string | null;
  image: string | null;
  created_at: Date;
}

/** Returns the transaction as the product's API returns it. */
export const present = (row: Stored) => ({
  description: row.description,
  quantity: row.quantity,
  price: row.cents / 100,
  amount: (row.quantity * row.cents) / 100,
  date: row.date,
  category: row.category,
  image: row.image,
  id: row.id,
  createdAt: row.created_at,
});
