import { expectTypeOf, test } from 'vitest'
import type { LabelSelector } from '../api/label-selector.ts'
import type { KubernetesObject } from '../api/object.ts'
import type { ClusterResource, NamespacedResource } from '../api/resource.ts'
import { labelMatcher } from '../api/selectors.ts'
import type { InformerClient } from '../client/kube-client.ts'
import { createListWatch } from '../client/list-watch.ts'
import {
  type Container,
  type Deployment,
  deployments,
  type Event,
  type EventEventsV1,
  events,
  eventsEventsV1,
  type Node,
  nodes,
  type Pod,
  pods,
} from './index.ts'

declare const client: InformerClient
declare const pod: Pod
declare const deployment: Deployment

test('a constant carries the type of its objects', async () => {
  expectTypeOf(pods).toExtend<NamespacedResource<Pod>>()
  expectTypeOf(events).toEqualTypeOf<NamespacedResource<Event, string, never>>()
  expectTypeOf(eventsEventsV1).toEqualTypeOf<NamespacedResource<EventEventsV1, string, never>>()
  expectTypeOf(nodes).toEqualTypeOf<ClusterResource<Node, string, 'proxy' | 'status'>>()
  const { items } = await createListWatch(client, pods).list({}, { signal: new AbortController().signal })
  expectTypeOf(items).toEqualTypeOf<readonly Pod[]>()
  expectTypeOf(client.get(deployments, { namespace: 'n', name: 'a' })).resolves.toEqualTypeOf<Deployment>()
})

test('objects are what JSON carries: plain, read-only, timestamps as text', () => {
  expectTypeOf(pod).toExtend<KubernetesObject>()
  expectTypeOf(pod.apiVersion).toEqualTypeOf<'v1' | undefined>()
  expectTypeOf(pod.spec?.containers).toEqualTypeOf<readonly Container[] | undefined>()
  expectTypeOf(pod.metadata?.creationTimestamp).toEqualTypeOf<string | undefined>()
  expectTypeOf(pod.status?.phase).toEqualTypeOf<
    'Failed' | 'Pending' | 'Running' | 'Succeeded' | 'Unknown' | undefined
  >()
  const limits = pod.spec?.containers[0]?.resources?.limits
  expectTypeOf(limits).toEqualTypeOf<Readonly<Record<string, string>> | undefined>()
})

test('the selector of an object is a selector', () => {
  expectTypeOf(deployment.spec.selector).toEqualTypeOf<LabelSelector>()
  expectTypeOf(labelMatcher).toBeCallableWith(deployment.spec.selector)
})
