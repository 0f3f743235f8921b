import { createFakeApiserver } from '@kube-informer/testing'
import { Etcd } from '../../../tools/kubernetes/etcd.ts'
import type { Cluster } from '../../../tools/kubernetes/start.ts'
import { type Server, serverOf } from './answer.ts'
import { gadgetDefinition, gadgets } from './corpus/gadgets.ts'
import { collectionOf } from './generate/subject.ts'
import { textAt } from './json.ts'

/** The real server; the process must already trust its certificate. */
export function realServer({ url, token }: Pick<Cluster, 'url' | 'token'>): Server {
  return serverOf('real', (path, { headers, ...init }) =>
    fetch(url + path, { ...init, headers: { ...(headers as object), authorization: `Bearer ${token}` } }),
  )
}

/**
 * Compacts the first resourceVersions of a new control plane, as a real one does within minutes. The fake has no such
 * history. Other clusters are older, so nothing is done.
 */
export async function forgetBeginning(cluster: Cluster): Promise<void> {
  const { url, token, etcdUrl } = cluster
  if (!etcdUrl) return
  const response = await fetch(`${url}/api/v1/namespaces`, { headers: { authorization: `Bearer ${token}` } })
  const { metadata } = (await response.json()) as { readonly metadata: { readonly resourceVersion: string } }
  await new Etcd(etcdUrl).compact(metadata.resourceVersion)
  // The watch caches still accept the compacted resourceVersions until they are reinitialized.
  await cluster.restartApiserver?.()
}

/** A fake apiserver in this process. */
export function fakeServer(): Server {
  const server = createFakeApiserver()
  return serverOf('fake', (path, init) => server.fetch(`http://fake${path}`, init))
}

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const headers = { 'content-type': 'application/json' }

/** Defines the custom resource of the corpus and waits until it is served; resolves with a function that deletes it. */
export async function defineGadgets(server: Server): Promise<() => Promise<void>> {
  const body = JSON.stringify(gadgetDefinition)
  const { status, body: made } = await server.send({ method: 'POST', path: DEFINITIONS, headers, body })
  if (status !== 201 && status !== 409)
    throw new Error(`${server.name}: no definition of gadgets: ${status} ${JSON.stringify(made)}`)
  const patience = Date.now() + 30_000
  while (!(await isServed(server))) {
    if (Date.now() > patience) throw new Error(`${server.name}: the gadgets are not served`)
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  const path = `${DEFINITIONS}/${textAt(gadgetDefinition, 'metadata', 'name')}`
  return async () => {
    if (status === 201) await server.send({ method: 'DELETE', path, headers, body: undefined })
  }
}

async function isServed(server: Server): Promise<boolean> {
  const path = collectionOf(gadgets, 'default')
  return (await server.send({ method: 'GET', path, headers: {}, body: undefined })).status === 200
}
