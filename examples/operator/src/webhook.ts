import {
  converting,
  defaulting,
  validating,
  type Webhook,
  webhookHandler,
} from '@kube-informer/controller/webhook'
import { type Widget, widgets } from './generated/example.com/v2/widgets.ts'
import { widgetVersions } from './versions.ts'

const FREE_REPLICAS = 5

/** A change of v1 is converted to v2 before these are called. */
export const webhooks: readonly Webhook[] = [
  // A schema can default to a constant only.
  defaulting(widgets, draft => {
    draft.spec.page.message ??= `Hello from ${draft.metadata?.name ?? 'a Widget'}`
  }),
  validating(widgets, {
    create(widget, { warn }) {
      checkReplicas(widget)
      if (widget.spec.replicas === 0) warn('spec.replicas: the page is not served without Pods')
    },
    update(widget, old) {
      checkReplicas(widget)
      if (widget.spec.page.color !== old.spec.page.color)
        throw new Error('spec.page.color: the color of a Widget cannot change')
    },
    delete({ metadata }) {
      if (metadata?.annotations?.['example.com/protected'] === 'true')
        throw new Error('the Widget is protected: remove the annotation example.com/protected')
    },
  }),
  converting(widgetVersions),
]

/** The entry of Workers, and of Deno behind a TLS proxy. Node serves the webhooks in `main.ts`. */
export default { fetch: webhookHandler(webhooks) }

function checkReplicas({ metadata, spec: { replicas = 1 } }: Widget): void {
  if (replicas > FREE_REPLICAS && !metadata?.labels?.team)
    throw new Error(`spec.replicas: more than ${FREE_REPLICAS} Pods need the label "team"`)
}
