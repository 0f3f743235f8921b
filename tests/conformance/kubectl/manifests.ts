/** A Pod; no kubelet runs it. */
export const pod = (name: string, labels: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, labels },
  spec: { containers: [{ name: 'main', image: 'nginx:1.29' }] },
})

export const configMap = (name: string, data: object, metadata: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, ...metadata },
  data,
})

export const deployment = (name: string, replicas: number): object => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name, labels: { app: name } },
  spec: {
    replicas,
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name } },
      spec: {
        containers: [
          { name: 'web', image: 'nginx:1.29', ports: [{ containerPort: 80 }] },
          { name: 'side', image: 'busybox:1.37' },
        ],
      },
    },
  },
})

/** A CustomResourceDefinition of widgets, in a group of its own. */
export const definition = (group: string): object => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `widgets.${group}` },
  spec: {
    group,
    scope: 'Namespaced',
    names: { plural: 'widgets', kind: 'Widget', shortNames: ['wd'], categories: ['all'] },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            description: 'Something to be counted.',
            required: ['spec'],
            properties: {
              spec: {
                type: 'object',
                description: 'What it should be.',
                required: ['size'],
                properties: {
                  size: { type: 'integer', minimum: 1, description: 'How large it is.' },
                  color: { type: 'string', default: 'red', enum: ['red', 'blue'] },
                  replicas: { type: 'integer' },
                },
              },
              status: {
                type: 'object',
                properties: {
                  replicas: { type: 'integer' },
                  conditions: {
                    type: 'array',
                    items: {
                      type: 'object',
                      properties: { type: { type: 'string' }, status: { type: 'string' } },
                    },
                  },
                },
              },
            },
          },
        },
        subresources: {
          status: {},
          scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
        },
        additionalPrinterColumns: [
          { name: 'Size', type: 'integer', jsonPath: '.spec.size' },
          { name: 'Color', type: 'string', jsonPath: '.spec.color', priority: 1 },
        ],
        selectableFields: [{ jsonPath: '.spec.color' }],
      },
    ],
  },
})

export const widget = (group: string, name: string, spec: object): object => ({
  apiVersion: `${group}/v1`,
  kind: 'Widget',
  metadata: { name },
  spec,
})
