import { parseArgs } from 'node:util'
import type { ClusterOptions } from './cluster.ts'

const DEFAULTS = { pods: '10000', churn: '200', seed: '1' } as const

/** The options of a command that starts a cluster: those of the cluster, and flags of the command. */
export interface CommandOptions extends ClusterOptions {
  readonly dev: boolean
  readonly watch: boolean
}

/** Reads `--pods`, `--churn`, `--seed`, `--dev` and `--watch`. */
export function parseOptions(args: readonly string[]): CommandOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      pods: { type: 'string', default: DEFAULTS.pods },
      churn: { type: 'string', default: DEFAULTS.churn },
      seed: { type: 'string', default: DEFAULTS.seed },
      dev: { type: 'boolean', default: false },
      watch: { type: 'boolean', default: false },
    },
  })
  const { dev, watch } = values
  return {
    pods: whole('pods', values.pods),
    churn: whole('churn', values.churn),
    seed: whole('seed', values.seed),
    dev,
    watch,
  }
}

/** Parses a whole number that is not negative. */
function whole(name: string, text: string): number {
  if (!/^\d+$/.test(text)) throw new Error(`--${name} must be a whole number, got ${JSON.stringify(text)}`)
  return Number(text)
}
