import { join } from 'node:path'

/** The folder of the demo. */
export const DEMO: string = join(import.meta.dirname, '..')

/** The bundles that `npm start` serves, one of each process. `dist` is left to other commands. */
export const BUNDLES: string = join(DEMO, '../.cache/demo')
