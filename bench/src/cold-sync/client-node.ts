import { CoreV1Api, KubeConfig, makeInformer } from '@kubernetes/client-node'
import type { Sample, Setup } from '../bench-case.ts'
import { usedMemory } from '../memory.ts'

/** The official client, as its own examples use it; its cache is indexed by namespace. */
export async function run({ url, count }: Setup): Promise<Sample> {
  const before = usedMemory()
  const started = performance.now()
  const config = new KubeConfig()
  // It refuses plain HTTP unless told that TLS is not to be verified.
  config.loadFromClusterAndUser(
    { name: 'bench', server: String(url), skipTLSVerify: true },
    { name: 'bench' },
  )
  const api = config.makeApiClient(CoreV1Api)
  const informer = makeInformer(config, '/api/v1/pods', () => api.listPodForAllNamespaces())
  // It has neither a promise nor an event for "synced": the last object's callback is the first sign of it.
  const synced = new Promise<void>((resolve, reject) => {
    let added = 0
    informer.on('add', () => {
      if (++added === count) resolve()
    })
    informer.on('error', reject)
  })
  void informer.start()
  await synced
  const ms = performance.now() - started
  const kilobytesPerPod = (usedMemory() - before) / 1000 / Number(count)
  if (informer.list().length !== count) throw new Error(`${informer.list().length} objects`)
  void informer.stop()
  return { ms, kilobytesPerPod }
}
