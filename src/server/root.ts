import { findPackageJSON } from 'node:module';
import { dirname } from 'node:path';

/** The folder of the whole project, whether this runs from `src/` or from `build/`. */
export const root = dirname(findPackageJSON(import.meta.url) ?? '');
