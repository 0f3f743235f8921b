// Builds and starts a real kube-apiserver, stays in the foreground, and prints how to reach it:
//   npm run kube-apiserver             start it
//   npm run kube-apiserver -- --build  only build it
//   npm run kube-apiserver -- --controllers replicaset-controller,namespace-controller
//                                      also start these controllers of kube-controller-manager
//   KUBE_APISERVER_URL=… KUBE_TOKEN=… npm run kube-apiserver -- --fill [--pods 5000] [--churn 20]
//                                      create Pods in this cluster, and change some each second
import { parseArgs } from 'node:util'
import { buildKubernetes, GoMissingError } from './kubernetes/build.ts'
import { fillCluster } from './kubernetes/fill-cluster.ts'
import { type Cluster, startKubernetes } from './kubernetes/start.ts'

/** Distinguishes a missing Go installation from a failure. */
const EXIT_GO_MISSING = 3

// Progress is printed to stderr; stdout carries url=, token=, ca= and kubeconfig=.
const log = (line: string) => console.error(line)

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      build: { type: 'boolean' },
      controllers: { type: 'string', default: '' },
      fill: { type: 'boolean' },
      pods: { type: 'string', default: '5000' },
      churn: { type: 'string', default: '0' },
    },
  })
  if (values.build) return buildKubernetes(log)
  if (values.fill) return fillCluster(Number(values.pods), Number(values.churn))
  const controllers = values.controllers.split(',').filter(name => name !== '')
  const stopping = new AbortController()
  const stopped = new Promise<void>(resolve => stopping.signal.addEventListener('abort', () => resolve()))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())
  const cluster = await startKubernetes({ log, signal: stopping.signal, controllers })
  announce(cluster)
  // The timer keeps the process running: a pending promise does not, and the children's pipes may close.
  const alive = setInterval(() => {}, 60_000)
  await stopped
  clearInterval(alive)
  await cluster.stop()
}

function announce(cluster: Cluster): void {
  console.log(`url=${cluster.url}`)
  console.log(`token=${cluster.token}`)
  console.log(`ca=${cluster.caFile}`)
  console.log(`kubeconfig=${cluster.kubeconfig}`)
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = error instanceof GoMissingError ? EXIT_GO_MISSING : 1
}
