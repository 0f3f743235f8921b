import { createKubeClient, type InformerClient, isAlreadyExists } from '@kube-informer/core'
import { generatePods, namespaces, nextPodStatus, type Pod, pods, seededRandom } from '@kube-informer/testing'
import type { Cluster } from './start.ts'

/** Requests in flight; more would only queue in the apiserver. */
const CONCURRENCY = 16

/** A client of a cluster that the process already trusts; see `trust`. */
export function clientOf({ url, token }: Pick<Cluster, 'url' | 'token'>): InformerClient {
  return createKubeClient({ baseUrl: url, getToken: () => token, fieldManager: 'kube-informer-seed' })
}

/** Creates generated Pods, with namespaces and status, in a real cluster. Existing objects are not changed. */
export async function seedCluster(
  client: InformerClient,
  count: number,
  log: (line: string) => void = () => {},
): Promise<readonly Pod[]> {
  const wanted = generatePods({ count, seed: 1 })
  const used = new Set(wanted.map(pod => pod.metadata.namespace))
  await forEach([...used], name => createOnce(() => client.create(namespaces, { metadata: { name } })))
  let written = 0
  await forEach(wanted, async pod => {
    await writePod(client, pod)
    if (++written % 1000 === 0) log(`${written} of ${count} Pods written`)
  })
  return wanted
}

/** Creates a Pod, then writes its status to the subresource: the apiserver drops the status on create. */
async function writePod(client: InformerClient, pod: Pod): Promise<void> {
  const {
    uid: _uid,
    resourceVersion: _rv,
    creationTimestamp: _at,
    managedFields: _fields,
    ...metadata
  } = pod.metadata
  const { status, ...rest } = pod
  await createOnce(() => client.create(pods, { ...rest, metadata } as Pod))
  await writeStatus(client, pod, status)
}

function writeStatus(client: InformerClient, pod: Pod, status: Pod['status']): Promise<Pod> {
  return client.patch(pods, pod, { status }, { subresource: 'status' })
}

async function createOnce(create: () => Promise<unknown>): Promise<void> {
  try {
    await create()
  } catch (error) {
    if (!isAlreadyExists(error)) throw error
  }
}

/** Changes the status of random Pods until the signal aborts; resolves with the number of changes. */
export async function churnCluster(
  client: InformerClient,
  seeded: readonly Pod[],
  { perSecond, signal }: { readonly perSecond: number; readonly signal: AbortSignal },
): Promise<number> {
  const random = seededRandom(2)
  const current = [...seeded]
  let writes = 0
  for (; !signal.aborted; writes++) {
    const index = Math.floor(random() * current.length)
    const pod = current[index]
    if (!pod) break
    const next = { ...pod, status: nextPodStatus(pod, random, Date.now()) }
    current[index] = next
    await writeStatus(client, next, next.status)
    await new Promise(resolve => setTimeout(resolve, 1000 / perSecond))
  }
  return writes
}

/** Calls `work` for every item, a few at a time; rejects with the first failure. */
async function forEach<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values()
  const worker = async () => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
}
