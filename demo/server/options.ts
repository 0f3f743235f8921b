import { parseArgs } from 'node:util'
import type { ClusterOptions } from './cluster.ts'

const DEFAULTS = { pods: '10000', churn: '200', seed: '1' } as const

/** Which real clusters to offer, besides those that the environment names. */
export interface RealOptions {
  /** A kubeconfig file, all of whose contexts are offered. */
  readonly kubeconfig: string | undefined
  /** The context to open first. */
  readonly context: string | undefined
  /** The URL of an apiserver that needs no credentials, such as a `kubectl proxy`. */
  readonly apiserver: string | undefined
}

/** The options of a command that starts a cluster: those of the clusters, and flags of the command. */
export interface CommandOptions extends ClusterOptions, RealOptions {
  readonly dev: boolean
  readonly watch: boolean
  /** Opens the page in the default browser. */
  readonly open: boolean
}

/** Reads the options of `npm start --`. The demo's README describes them. */
export function parseOptions(args: readonly string[]): CommandOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      pods: { type: 'string', default: DEFAULTS.pods },
      churn: { type: 'string', default: DEFAULTS.churn },
      seed: { type: 'string', default: DEFAULTS.seed },
      kubeconfig: { type: 'string' },
      context: { type: 'string' },
      apiserver: { type: 'string' },
      dev: { type: 'boolean', default: false },
      watch: { type: 'boolean', default: false },
      open: { type: 'boolean', default: false },
    },
  })
  const { kubeconfig, context, apiserver, dev, watch, open } = values
  return {
    pods: whole('pods', values.pods),
    churn: whole('churn', values.churn),
    seed: whole('seed', values.seed),
    ...{ kubeconfig, context, apiserver, dev, watch, open },
  }
}

/** Parses a whole number that is not negative. */
function whole(name: string, text: string): number {
  if (!/^\d+$/.test(text)) throw new Error(`--${name} must be a whole number, got ${JSON.stringify(text)}`)
  return Number(text)
}
