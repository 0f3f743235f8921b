import { type Clock, systemClock } from '@kube-informer/core'
import { errorMessage } from '@kube-informer/core/internal'
import { createChurn } from '../churn/churn.ts'
import { seededRandom } from '../object/random.ts'
import { generateNamespaces, generatePods } from '../pods/generate.ts'
import { generateNodes } from '../pods/generate-nodes.ts'
import { createFakeApiserver, type FakeApiserver } from '../server/fake-apiserver.ts'
import { writeKubeconfig } from './cli-kubeconfig.ts'
import { CliError, type CliOptions } from './cli-options.ts'
import { isLoopbackHost } from './listen-host.ts'
import { type ServeOptions, type Serving, serve } from './serve.ts'

/** A running server of the command. */
export interface RunningCli {
  /** The text to print: the URL, and how to use kubectl. */
  readonly greeting: string
  /** Stops everything, so that the process can exit. Idempotent. */
  stop(): Promise<void>
}

/** Starts the server, Pods and churn of the options. */
export async function startCli(options: CliOptions): Promise<RunningCli> {
  const { port, host, allowedHosts, churn: perSecond, control } = options
  const server = createServer(options)
  const churn = createChurn(server, { perSecond })
  const serving = await listen(server, {
    port,
    host,
    allowedHosts,
    control: control && { churn },
    compress: '1.37',
  })
  const kubeconfig = await writeKubeconfig(serving.url)
  if (perSecond > 0) churn.start()
  let stopped: Promise<void> | undefined
  const stop = async () => {
    churn.stop()
    await serving.close()
    await kubeconfig.remove()
  }
  return {
    greeting: greetingOf(options, serving.url, kubeconfig.path),
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}

/** The nodes of a server without generated Pods. */
const FEW_NODES = 3

/** Runs controllers, so that deletions complete as in a cluster; with `--controllers`, workloads run too. */
function createServer({ pods, seed, controllers: runsWorkloads, stopSeconds }: CliOptions): FakeApiserver {
  const few = runsWorkloads ? generateNodes({ nodes: FEW_NODES }) : []
  const objects =
    pods === 0 ? few : [...generateNamespaces(), ...generateNodes(), ...generatePods({ count: pods, seed })]
  const workloads = { scheduler: true, deployments: true, replicaSets: true, jobs: true, cronJobs: true }
  const controllers = {
    namespaces: true,
    garbageCollector: true,
    pods: true,
    podStopMs: stopSeconds * 1000,
    ...(runsWorkloads ? workloads : {}),
  }
  return createFakeApiserver({ objects, controllers, random: seededRandom(seed), clock: backgroundClock })
}

/** Timers of controllers do not keep the process running. */
const backgroundClock: Clock = {
  ...systemClock,
  setTimeout: (callback, delayMs) => {
    const timer = systemClock.setTimeout(callback, delayMs) as { unref(): void }
    timer.unref()
    return timer
  },
}

async function listen(server: FakeApiserver, options: ServeOptions): Promise<Serving> {
  try {
    return await serve(server, options)
  } catch (error) {
    throw new CliError(listenError(error, options), 1)
  }
}

function listenError(error: unknown, { port, host }: ServeOptions): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    return `port ${port} of ${host} is in use: choose another one with --port, or 0 for a free port`
  if (code === 'EACCES') return `port ${port} requires privileges: choose one above 1023 with --port`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `${host} is not an address of this machine`
  return `cannot listen on ${host}:${port}: ${errorMessage(error)}`
}

const OPEN = '  warning   every machine that can reach this port can read and change the objects'

function greetingOf({ host, pods, churn, control }: CliOptions, url: string, kubeconfig: string): string {
  const load = `${pods.toLocaleString('en')} Pods, ${churn.toLocaleString('en')} changes a second`
  const lines = [
    `kube-apiserver-fake is ready: ${load}`,
    `  url       ${url}`,
    `  kubectl   kubectl --kubeconfig ${kubeconfig} get pods -A`,
    ...(control ? [`  controls  curl -X POST ${url}/_fake/relist`] : []),
    ...(isLoopbackHost(host) ? [] : [OPEN]),
    'Ctrl-C stops it.',
  ]
  return `${lines.join('\n')}\n`
}
