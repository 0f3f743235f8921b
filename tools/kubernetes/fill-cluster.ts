import { openCluster, trust } from './cluster.ts'
import { churnCluster, clientOf, seedCluster } from './seed.ts'

/** Creates generated Pods in the cluster of KUBE_APISERVER_URL, and changes some of them each second until it is stopped. */
export async function fillCluster(count: number, perSecond: number): Promise<void> {
  if (!process.env.KUBE_APISERVER_URL) throw new Error('set KUBE_APISERVER_URL, and KUBE_TOKEN or KUBECONFIG')
  const cluster = await openCluster(console.log)
  if ('skip' in cluster) throw new Error(cluster.skip)
  trust(cluster)
  const client = clientOf(cluster)
  const pods = await seedCluster(client, count, console.log)
  if (perSecond === 0) return
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())
  console.log(`changing ${perSecond} Pods a second; stop with Ctrl-C`)
  await churnCluster(client, pods, { perSecond, signal: stopping.signal })
}
