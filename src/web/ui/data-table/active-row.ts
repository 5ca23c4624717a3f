import { createContext } from 'react';

/** True within the row whose controls Tab reaches: the one that had the focus last. */
export const ActiveRow = createContext(true);
