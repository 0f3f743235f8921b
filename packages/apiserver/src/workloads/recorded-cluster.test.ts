import { LazyObject } from '@kube-informer/cacher'
import type { KubernetesObject } from '@kube-informer/core'
import { expect, test } from 'vitest'
import { generateCluster } from './generate-cluster.ts'

const builtOf = (object: KubernetesObject): KubernetesObject =>
  object instanceof LazyObject ? object.object : object

/** An object in two lines: its kind and name, and the rest. */
const linesOf = ({ kind, apiVersion, metadata, ...rest }: KubernetesObject): string =>
  `${apiVersion} ${kind} ${metadata?.namespace ?? ''}/${metadata?.name}\n  ${JSON.stringify({ metadata, ...rest })}\n`

/** Three objects of each kind. */
const someOf = (objects: readonly KubernetesObject[]): readonly KubernetesObject[] =>
  [...Map.groupBy(objects, ({ kind }) => kind).values()].flatMap(group => group.slice(0, 3))

// Pages, pictures and benchmarks of different versions show the same.
test('a seed gives the recorded cluster', async () => {
  const options = { count: 90, seed: 5, apps: 12, namespaces: 3, nodes: 2, newest: Date.UTC(2026, 4, 1) }
  const objects = someOf(generateCluster(options)).map(builtOf)
  await expect(objects.map(linesOf).join('')).toMatchFileSnapshot('recorded-cluster.txt')
})
