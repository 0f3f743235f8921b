import type { LazyObject } from '@kube-informer/cacher'
import type { KubernetesObject } from '@kube-informer/core'
import type { Pod } from '../object/resources.ts'
import { namespaceNames } from '../pods/apps.ts'
import { generateNamespaces } from '../pods/generate.ts'
import { generateControlPlane, generateNodes } from '../pods/generate-nodes.ts'
import { type GenerateOptions, NEWEST, PodGenerator } from '../pods/pod-generator.ts'
import { appObjects } from './app-objects.ts'
import { customResources } from './custom-resources.ts'
import { deploymentObjects } from './deployments.ts'
import { generatedApp } from './generated-app.ts'
import { podEvents } from './pod-events.ts'
import { statefulObjects } from './stateful-objects.ts'

/**
 * A cluster around the Pods of `lazyPods(options)`: namespaces and Nodes, the Deployments and ReplicaSets that own the Pods,
 * Services, ConfigMaps, ServiceAccounts, autoscalers, Ingresses, Events, some StatefulSets with Pods and claims, CronJobs, and
 * two CustomResourceDefinitions with objects. Counts and statuses equal the Pods, so that the server's controllers find
 * nothing to do. Most objects are lazy: a cluster of 100,000 Pods starts at once.
 *
 * @example
 * createFakeApiserver({
 *   objects: generateCluster({ count: 10_000, seed: 1, newest: Date.now() }),
 *   controllers: { deployments: true, replicaSets: true, pods: true, logs: true },
 * })
 */
export function generateCluster(options: GenerateOptions): readonly KubernetesObject[] {
  const { count, seed = 1, namespaces = 50, nodes = 200, newest = NEWEST } = options
  const generator = new PodGenerator(options)
  const pods: readonly LazyObject<Pod>[] = Array.from({ length: count }, (_, index) =>
    generator.lazyPodAt(index),
  )
  const apps = generator.apps.map((app, index) =>
    generatedApp(app, index, generator.podsOf(index, count), options),
  )
  const names = namespaceNames(namespaces)
  return [
    ...generateNamespaces({ namespaces, newest }),
    ...generateNodes({ nodes, newest }),
    ...generateControlPlane({ newest }),
    ...pods,
    ...apps.flatMap(deploymentObjects),
    ...apps.flatMap(appObjects),
    ...statefulObjects({ seed, namespaces: names, nodes, newest }),
    ...customResources(apps, newest),
    ...podEvents(pods, { seed, newest }),
  ]
}
