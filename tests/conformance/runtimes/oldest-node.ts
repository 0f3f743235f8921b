import { join } from 'node:path'
import { ROOT } from '../../../tools/packages/packages.ts'

/** Node 20.0.0, the oldest that the packages promise to run on. npm installs it as `node-20`, beside the one of the scripts. */
export const OLDEST_NODE: string = join(ROOT, 'node_modules/node-20/bin/node')
