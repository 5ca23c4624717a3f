import { findPackageJSON } from 'node:module';
import { dirname } from 'node:path';

/** Root folder of the project, from `src/` as well as from `build/`. */
export const root = dirname(findPackageJSON(import.meta.url) ?? '');
