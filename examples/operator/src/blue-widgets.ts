import { createListWatch, type InformerClient, SharedIndexInformer } from '@kube-informer/core'
import { type WidgetInformer, type WidgetLister, widgets } from './generated/example.com/v2/widgets.ts'

/** An informer of the blue Widgets. The CRD does not let the server select by another field: that would be a type error. */
export const blueWidgets = (client: InformerClient): WidgetInformer =>
  new SharedIndexInformer({
    listerWatcher: createListWatch(client, widgets, { fieldSelector: { 'spec.page.color': 'blue' } }),
  })

/** Widgets have a namespace, so their lister needs one: `lister.get(name)` would be a type error. */
export const replicasOf = (lister: WidgetLister, namespace: string, name: string): number =>
  lister.namespace(namespace).get(name).spec.replicas ?? 1
