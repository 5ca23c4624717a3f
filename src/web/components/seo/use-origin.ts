import { useRouteLoaderData } from 'react-router';

/** Returns the public origin; an empty text if the root loader failed. */
export const useOrigin = () => useRouteLoaderData<{ origin: string }>('root')?.origin ?? '';
