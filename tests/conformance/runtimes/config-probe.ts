// <runtime> config-probe.js KUBECONFIG… : prints the result for each kubeconfig as JSON
import {
  createKubeClient,
  createListWatch,
  defineResource,
  type InformerClient,
  SharedIndexInformer,
} from '@kube-informer/core'
import { loadKubeConfig } from '@kube-informer/core/config'

const INFORMERS = 20

const pods = defineResource({ group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true })

/** The result for one kubeconfig. */
export interface Probed {
  readonly pods?: number
  readonly error?: string
}

/** Runs informers that share a client until all of them have received an update. */
async function follow(client: InformerClient): Promise<number> {
  const stopping = new AbortController()
  const informers = Array.from(
    { length: INFORMERS },
    () => new SharedIndexInformer({ listerWatcher: createListWatch(client, pods) }),
  )
  const updates = informers.map(informer => {
    const { promise, resolve } = Promise.withResolvers<void>()
    informer.addEventHandler({ onUpdate: () => resolve() })
    return promise
  })
  const running = informers.map(informer => informer.run(stopping.signal))
  await Promise.all(updates)
  stopping.abort()
  await Promise.all(running)
  return Math.min(...informers.map(informer => informer.lister.list().length))
}

async function probe(path: string): Promise<Probed> {
  try {
    const config = await loadKubeConfig({ path })
    const client = createKubeClient(config)
    const seen = config.namespace === 'follow' ? await follow(client) : (await client.list(pods)).items.length
    await config.close()
    return { pods: seen }
  } catch (error) {
    const texts: string[] = []
    for (let each = error; each instanceof Error; each = each.cause) texts.push(each.message)
    return { error: texts.join(' < ') }
  }
}

const probed: Probed[] = []
for (const path of process.argv.slice(2)) probed.push(await probe(path))
console.log(JSON.stringify(probed))
