import { createContext } from 'react';

/** URL of the script of static pages, which only the server renders: no browser needs it in its data. */
export const SiteScriptContext = createContext('');
