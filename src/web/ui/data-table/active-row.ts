import { createContext } from 'react';

/**
 * Row of a control: Tab reaches the controls of the active one, which had the focus last and stays while a long list is
 * scrolled. `activate` makes it that.
 */
export const ActiveRow = createContext({ isActive: true, activate: () => {} });
