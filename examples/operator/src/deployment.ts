import { type Draft, type Stored, setControllerReference } from '@kube-informer/controller'
import type { Deployment } from '@kube-informer/core/resources'
import { type Widget, widgets } from './generated/example.com/v2/widgets.ts'

const IMAGE = 'docker.io/hashicorp/http-echo:1.0.0'
const PORT = 5678

/** The Deployment that a Widget should have: its name is the Widget's. */
export function deploymentOf(widget: Stored<Widget>): Draft<Deployment> {
  const { metadata, spec } = widget
  const labels = { 'app.kubernetes.io/name': 'widget', 'app.kubernetes.io/instance': metadata.name }
  const deployment: Draft<Deployment> = {
    metadata: { name: metadata.name, ...(metadata.namespace && { namespace: metadata.namespace }), labels },
    spec: {
      replicas: spec.replicas ?? 1,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels: { ...labels, 'example.com/color': spec.page.color } },
        spec: {
          containers: [
            { name: 'page', image: IMAGE, args: argumentsOf(widget), ports: [{ containerPort: PORT }] },
          ],
        },
      },
    },
  }
  // The garbage collector deletes the Deployment with the Widget, and `owns` finds the Widget of a Deployment.
  setControllerReference(widgets, widget, deployment)
  return deployment
}

const argumentsOf = ({ spec: { page } }: Widget): string[] => [
  `-listen=:${PORT}`,
  `-text=${page.message ?? ''}`,
]
