import { writeFileSync } from 'node:fs'
import type { InformerClient } from '@kube-informer/core'
import { namespaces } from '@kube-informer/core/resources'
import { type NoCluster, openCluster, trust } from '../../tools/kubernetes/cluster.ts'
import { clientOf } from '../../tools/kubernetes/seed.ts'
import type { Cluster } from '../../tools/kubernetes/start.ts'
import { previewDemo } from '../preview.ts'
import { test as base } from './fixtures.ts'
import { ObjectPage } from './object-page.ts'
import { simulateKubelet } from './simulated-kubelet.ts'

/** The time for starting, and perhaps building, a kube-apiserver. */
const SET_UP_MS = 15 * 60_000

/** The controllers whose work the console shows. */
const CONTROLLERS = [
  'deployment-controller',
  'replicaset-controller',
  'job-controller',
  'garbage-collector-controller',
  'namespace-controller',
]

/** The id of the real cluster in the console's paths. */
export const REAL = 'k8s'

/** A real cluster with controllers, and namespaces of the test's own. */
export interface RealWorld {
  /** Writes as another client of the server. */
  readonly client: InformerClient
  /** Empty at first. */
  readonly namespace: string
  /** Creates another namespace. */
  createNamespace(): Promise<string>
  /** Lets Pods run in the namespace: there is no kubelet. */
  runPods(): void
  /** Calls `cleanUp` when the test ends, for what is in no namespace. */
  atEnd(cleanUp: () => Promise<unknown>): void
}

interface WorldFixtures {
  readonly world: RealWorld
  readonly objectPage: ObjectPage
}

/** Journeys of the console on a real apiserver; skipped, with a reason, where there is none. */
export const test = base.extend<WorldFixtures, { readonly cluster: Cluster | NoCluster }>({
  cluster: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright derives a fixture's dependencies from its parameter
    async ({}, use) => {
      const cluster = await openCluster(console.log, { controllers: CONTROLLERS })
      if ('skip' in cluster) return use(cluster)
      trust(cluster)
      await use(cluster)
      await cluster.stop()
    },
    { scope: 'worker', timeout: SET_UP_MS },
  ],
  demo: [
    async ({ cluster }, use, { project: { outputDir }, workerIndex }) => {
      const caFile = `${outputDir}/ca-${workerIndex}.crt`
      const demo = await previewDemo('skip' in cluster ? {} : serverOf(cluster, caFile))
      await use(demo)
      await demo.stop()
    },
    { scope: 'worker' },
  ],
  world: async ({ cluster }, use, info) => {
    info.skip('skip' in cluster, 'skip' in cluster ? cluster.skip : '')
    if ('skip' in cluster) return
    const client = clientOf(cluster)
    const ends: (() => Promise<unknown>)[] = []
    const stop = new AbortController()
    const createNamespace = async (): Promise<string> => {
      const { metadata } = await client.create(namespaces, { metadata: { generateName: 'console-' } })
      const name = metadata?.name ?? ''
      ends.push(() => client.delete(namespaces, { name }))
      return name
    }
    const namespace = await createNamespace()
    await use({
      client,
      namespace,
      createNamespace,
      runPods: () => simulateKubelet(client, namespace, stop.signal),
      atEnd: cleanUp => ends.push(cleanUp),
    })
    stop.abort()
    for (const end of ends.toReversed()) await end()
  },
  objectPage: async ({ page }, use) => use(new ObjectPage(page, REAL)),
})

/** The variables with which the demo serves a cluster, through its own proxy with the token. */
function serverOf({ url, token, ca }: Cluster, caFile: string): Readonly<Record<string, string>> {
  if (ca === undefined) return { KUBE_APISERVER_URL: url, KUBE_TOKEN: token }
  writeFileSync(caFile, ca)
  return { KUBE_APISERVER_URL: url, KUBE_TOKEN: token, KUBE_CA_FILE: caFile }
}

export { expect } from './fixtures.ts'
