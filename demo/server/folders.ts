import { join } from 'node:path'

/** The folder of the demo. */
export const DEMO: string = join(import.meta.dirname, '..')

/** The bundle that `npm start` serves. `dist` is left to other commands, which may run at the same time. */
export const OUT_DIR: string = join(DEMO, '../.cache/demo')
