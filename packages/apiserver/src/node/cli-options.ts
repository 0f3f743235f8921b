import { parseArgs } from 'node:util'
import { errorMessage } from '@kube-informer/core/internal'
import { HostNames } from '../guard/host-names.ts'

/** The parsed command line of `kube-apiserver-fake`. */
export interface CliOptions {
  readonly port: number
  readonly host: string
  readonly allowedHosts: readonly string[]
  readonly pods: number
  /** Changes of Pods per second. */
  readonly churn: number
  readonly seed: number
  /** Runs the scheduler, kubelets and the controllers of workloads. */
  readonly controllers: boolean
  /** How long a deleted Pod takes to stop. */
  readonly stopSeconds: number
  readonly control: boolean
}

/** A usage or start-up error, as one line. */
export class CliError extends Error {
  /** The exit code: 2 for a usage error, 1 for a failure. */
  readonly exitCode: 1 | 2

  constructor(message: string, exitCode: 1 | 2) {
    super(message)
    this.name = 'CliError'
    this.exitCode = exitCode
  }
}

/** The output of `--help`. */
export const HELP = `Usage: npx @kube-informer/apiserver [options]

A Kubernetes apiserver in memory, for kubectl, tests and dashboards.

  --port <number>        the port to listen on; 0 selects a free port (default: 8001)
  --host <address>       the address to listen on (default: 127.0.0.1)
  --allowed-host <name>  another host name of the server and of pages that may use it; repeatable
  --pods <number>        the number of Pods, with namespaces and nodes (default: 0)
  --churn <number>       the number of Pod changes per second (default: 0)
  --seed <number>        the seed of Pods and changes, for reproducible runs (default: 1)
  --controllers          schedule and run Pods, and run the controllers of Deployments, ReplicaSets, Jobs and CronJobs
  --stop-time <seconds>  how long a deleted Pod is shown as terminating, at most its grace period (default: 1)
  --control              serve faults and other controls under /_fake/
  --help                 print this help

Pages of other sites cannot use the server: it accepts browsers at localhost, *.localhost and 127.*, at any IP
address if --host is not one of these, and at the names of --allowed-host.
`

/** A day: timers cannot be much longer. */
const MAX_STOP_SECONDS = 86_400

const FLAGS = {
  port: { type: 'string', default: '8001' },
  host: { type: 'string', default: '127.0.0.1' },
  'allowed-host': { type: 'string', multiple: true },
  pods: { type: 'string', default: '0' },
  churn: { type: 'string', default: '0' },
  seed: { type: 'string', default: '1' },
  controllers: { type: 'boolean', default: false },
  'stop-time': { type: 'string', default: '1' },
  control: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/** Parses the command line; throws a {@link CliError} if it is invalid. */
export function parseCli(args: readonly string[]): CliOptions | 'help' {
  const values = valuesOf(args)
  if (values.help) return 'help'
  return {
    port: numberOf('port', values.port, 65_535),
    host: values.host,
    allowedHosts: hostsOf(values['allowed-host'] ?? []),
    pods: numberOf('pods', values.pods),
    churn: numberOf('churn', values.churn),
    seed: numberOf('seed', values.seed),
    controllers: values.controllers,
    stopSeconds: numberOf('stop-time', values['stop-time'], MAX_STOP_SECONDS),
    control: values.control,
  }
}

function valuesOf(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: FLAGS }).values
  } catch (error) {
    const [line = ''] = errorMessage(error).split('\n')
    throw new CliError(`${line.replace(/\.? To specify.*$/, '')} (--help lists the options)`, 2)
  }
}

function hostsOf(names: readonly string[]): readonly string[] {
  try {
    new HostNames(names)
    return names
  } catch (error) {
    throw new CliError(`--allowed-host: ${errorMessage(error)}`, 2)
  }
}

function numberOf(name: string, text: string, limit = Number.MAX_SAFE_INTEGER): number {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (number <= limit) return number
  const range = limit === Number.MAX_SAFE_INTEGER ? '' : ` up to ${limit}`
  throw new CliError(`--${name} must be a whole number${range}, not ${JSON.stringify(text)}`, 2)
}
