import { defineResource, type InformerClient, type KubernetesObject } from '@kube-informer/core'
import {
  type ConfigMap,
  configMaps,
  type Deployment,
  deployments,
  type Pod,
  pods,
} from '@kube-informer/core/resources'
import type { Client } from '../api/client.ts'
import type { Logger } from '../api/logger.ts'
import type { ObjectEvent } from '../api/object-event.ts'
import type { EventRecorder } from '../api/reconciler.ts'
import type { RequestQueue } from '../api/request-queue.ts'
import type { Controller } from '../controller/controller.ts'
import { enqueueRequestForObject } from '../handlers/enqueue-request-for-object.ts'
import { annotationChanged, generationChanged } from '../predicates/changed.ts'
import { or } from '../predicates/combine.ts'
import { asReconciler } from './as-reconciler.ts'
import { createManager } from './create-manager.ts'

// Type tests: what must compile and what must not. Checked by `npm run types`, never run.

interface Widget extends KubernetesObject {
  readonly spec: { readonly size: number }
}
declare const client: InformerClient
declare const signal: AbortSignal
declare function deploymentOf(widget: Widget): Deployment
const widgets = defineResource<Widget>({
  group: 'example.com',
  version: 'v1',
  plural: 'widgets',
  kind: 'Widget',
  namespaced: true,
})
const manager = createManager({ client, leaderElection: { name: 'widgets', namespace: 'ops' } })

// The example of the README: every type is inferred.
manager
  .controllerFor(widgets, { predicates: [or(generationChanged, annotationChanged)] })
  .owns(deployments)
  .watches(configMaps, configMap => {
    configMap satisfies ConfigMap
    return [{ namespace: configMap.metadata.namespace, name: configMap.metadata.name }]
  })
  .reconcile(async ({ namespace, name }, { client, signal, events, log }) => {
    client satisfies Client
    signal satisfies AbortSignal
    events satisfies EventRecorder
    log satisfies Logger
    const widget = await client.find(widgets, { namespace, name })
    widget satisfies Widget | undefined
    if (!widget) return
    await client.apply(deployments, deploymentOf(widget))
    return { requeueAfterMs: 60_000 }
  }) satisfies Controller
manager.run(signal) satisfies Promise<void>

// A handler has a name, and its parameters are inferred.
manager.controller('a').watches(pods, {
  handler: (event, queue) => {
    event satisfies ObjectEvent<Pod>
    queue satisfies RequestQueue
    queue.add({ name: event.object.spec?.nodeName ?? 'a' }, { priority: 1 })
  },
  predicates: [({ object }) => object.spec?.nodeName !== undefined],
})
manager.controller('a').watches(pods, { handler: enqueueRequestForObject })
// @ts-expect-error a handler is not a mapping function
manager.controller('a').watches(pods, enqueueRequestForObject)
// @ts-expect-error neither is one in place
manager.controller('a').watches(pods, (_event, queue) => void queue)
// @ts-expect-error a handler of other objects
manager.controller('a').watches(configMaps, { handler: (event: ObjectEvent<Pod>) => void event })
manager.controller('a').watches(widgets, async widget => (widget.spec.size > 1 ? [{ name: 'a' }] : undefined))
manager.controller('a').watches(widgets, () => [], { predicates: [({ object }) => object.spec.size > 1] })
manager.controllerFor(widgets, { predicates: [({ object }) => object.spec.size > 1] })
manager.controllerFor(widgets).owns(deployments, { matchEveryOwner: true, predicates: [generationChanged] })
manager.controllerFor(widgets).reconcile(asReconciler(widgets, widget => void widget.spec.size))
// The order of the calls does not matter.
manager.controllerFor(widgets).named('b').where(generationChanged).owns(deployments).withOptions({
  maxConcurrentReconciles: 2,
})

// @ts-expect-error a request has a name
manager.controller('a').watches(pods, pod => [{ namespace: pod.metadata.namespace }])
// @ts-expect-error a controller without a kind owns nothing
manager.controller('a').owns(pods)
// @ts-expect-error the builder sets the name
manager.controllerFor(widgets).withOptions({ name: 'a' })
// @ts-expect-error an unknown result
manager.controllerFor(widgets).reconcile(async () => ({ requeueAfter: 1 }))
// @ts-expect-error the client is required
createManager({})
// @ts-expect-error the lease needs a name
createManager({ client, leaderElection: { namespace: 'ops' } })
