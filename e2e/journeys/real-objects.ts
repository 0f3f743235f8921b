import type { CronJob, CustomResourceDefinition, Deployment } from '@kube-informer/core/resources'

const GROUP = 'example.com'

/** A container that nothing runs. */
const containers = [{ name: 'app', image: 'registry.example.com/app:1' }]

/** A Deployment of one container. */
export const deploymentOf = (namespace: string, name: string, replicas = 1): Deployment => ({
  metadata: { namespace, name },
  spec: {
    replicas,
    selector: { matchLabels: { app: name } },
    template: { metadata: { labels: { app: name } }, spec: { containers } },
  },
})

/** A CronJob that does not run by itself during a test. */
export const cronJobOf = (namespace: string, name: string): CronJob => ({
  metadata: { namespace, name },
  spec: {
    schedule: '0 0 1 1 *',
    jobTemplate: { spec: { template: { spec: { containers, restartPolicy: 'Never' } } } },
  },
})

/** The names of a kind that a test defines; other tests define others. */
export interface Defined {
  readonly plural: string
  readonly kind: string
  readonly shortName: string
}

/** Defines a kind whose table has the printer columns `Size` and `State`. */
export const definitionOf = ({ plural, kind, shortName }: Defined): CustomResourceDefinition => ({
  metadata: { name: `${plural}.${GROUP}` },
  spec: {
    group: GROUP,
    scope: 'Namespaced',
    names: { plural, singular: kind.toLowerCase(), kind, listKind: `${kind}List`, shortNames: [shortName] },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', properties: { spec: SPEC } } },
        additionalPrinterColumns: [
          { name: 'Size', type: 'integer', jsonPath: '.spec.size' },
          { name: 'State', type: 'string', jsonPath: '.spec.state' },
          { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
        ],
      },
    ],
  },
})

const SPEC = {
  type: 'object',
  properties: { size: { type: 'integer', minimum: 0 }, state: { type: 'string', enum: ['Open', 'Shut'] } },
}
