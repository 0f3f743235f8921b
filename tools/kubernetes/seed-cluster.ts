// Creates generated Pods in a real cluster, and changes them continuously:
//   KUBE_APISERVER_URL=… KUBE_TOKEN=… npm run seed-cluster -- [--pods 5000] [--churn 20]
import { parseArgs } from 'node:util'
import { openCluster, trust } from './cluster.ts'
import { churnCluster, clientOf, seedCluster } from './seed.ts'

const { values } = parseArgs({
  options: { pods: { type: 'string', default: '5000' }, churn: { type: 'string', default: '0' } },
})

async function main(): Promise<void> {
  if (!process.env.KUBE_APISERVER_URL) throw new Error('set KUBE_APISERVER_URL, and KUBE_TOKEN or KUBECONFIG')
  const cluster = await openCluster(console.log)
  if ('skip' in cluster) throw new Error(cluster.skip)
  trust(cluster)
  const client = clientOf(cluster)
  const pods = await seedCluster(client, Number(values.pods), console.log)
  const perSecond = Number(values.churn)
  if (perSecond === 0) return
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())
  console.log(`changing ${perSecond} Pods a second; stop with Ctrl-C`)
  await churnCluster(client, pods, { perSecond, signal: stopping.signal })
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
