import type { KubernetesObject } from '@kube-informer/core'

/** The namespace whose workloads nothing but the controllers changes. */
export const SHOP = 'shop'

interface App {
  readonly name: string
  readonly version: string
  readonly replicas: number
  /** Annotations of its Pods, which say when its containers end. */
  readonly annotations?: Readonly<Record<string, string>>
}

const RUN_SECONDS = 'fake.kube-informer.dev/run-seconds'
const EXIT_CODE = 'fake.kube-informer.dev/exit-code'

const APPS: readonly App[] = [
  { name: 'web', version: '4.2.0', replicas: 3 },
  { name: 'api', version: '2.14.1', replicas: 4 },
  { name: 'worker', version: '2.14.1', replicas: 2 },
  { name: 'cache', version: '8.2.1', replicas: 1 },
  // One that always fails, so that there is something to find.
  {
    name: 'recommendations',
    version: '0.3.0-rc.1',
    replicas: 1,
    annotations: { [RUN_SECONDS]: '20', [EXIT_CODE]: '1' },
  },
]

/** A shop that is alive: Deployments, a Job and a CronJob whose Pods the server's controllers create. */
export const shopObjects = (): readonly KubernetesObject[] => [
  object('v1', 'Namespace', SHOP, {
    metadata: { name: SHOP, labels: { 'kubernetes.io/metadata.name': SHOP } },
    spec: { finalizers: ['kubernetes'] },
    status: { phase: 'Active' },
  }),
  ...APPS.flatMap(app => [deployment(app), service(app)]),
  object('v1', 'ConfigMap', 'shop-config', {
    data: { 'config.yaml': 'currency: EUR\nfeatures:\n  checkout: true\n  wishlist: false\n' },
  }),
  object('networking.k8s.io/v1', 'Ingress', 'shop', {
    spec: {
      ingressClassName: 'nginx',
      rules: [
        {
          host: 'shop.example.com',
          http: {
            paths: [
              {
                path: '/',
                pathType: 'Prefix',
                backend: { service: { name: 'web', port: { name: 'http' } } },
              },
            ],
          },
        },
      ],
    },
    status: { loadBalancer: { ingress: [{ ip: '192.0.2.20' }] } },
  }),
  object('batch/v1', 'Job', 'import-catalog', {
    spec: { completions: 2, parallelism: 1, backoffLimit: 3, template: batchTemplate('import', 30) },
  }),
  object('batch/v1', 'CronJob', 'report', {
    spec: {
      schedule: '* * * * *',
      concurrencyPolicy: 'Forbid',
      suspend: false,
      successfulJobsHistoryLimit: 3,
      failedJobsHistoryLimit: 1,
      jobTemplate: { spec: { backoffLimit: 2, template: batchTemplate('report', 12) } },
    },
  }),
]

const object = (
  apiVersion: string,
  kind: string,
  name: string,
  rest: KubernetesObject & Readonly<Record<string, unknown>>,
): KubernetesObject => ({ apiVersion, kind, metadata: { name, namespace: SHOP }, ...rest })

const labelsOf = (name: string) => ({
  app: name,
  'app.kubernetes.io/name': name,
  'app.kubernetes.io/part-of': SHOP,
})

/** The members that a server sets to defaults, so that the first edit of an object changes nothing else. */
const POD_DEFAULTS = {
  terminationGracePeriodSeconds: 30,
  dnsPolicy: 'ClusterFirst',
  securityContext: {},
  schedulerName: 'default-scheduler',
}
const CONTAINER_DEFAULTS = {
  terminationMessagePath: '/dev/termination-log',
  terminationMessagePolicy: 'File',
  imagePullPolicy: 'IfNotPresent',
}

const deployment = ({ name, version, replicas, annotations }: App): KubernetesObject =>
  object('apps/v1', 'Deployment', name, {
    metadata: { name, namespace: SHOP, labels: labelsOf(name) },
    spec: {
      replicas,
      selector: { matchLabels: { app: name } },
      template: {
        metadata: { labels: labelsOf(name), ...(annotations ? { annotations } : {}) },
        spec: {
          containers: [
            {
              name: 'app',
              image: `registry.example.com/shop/${name}:${version}`,
              ports: [{ name: 'http', containerPort: 8080, protocol: 'TCP' }],
              resources: { limits: { memory: '256Mi' }, requests: { cpu: '50m', memory: '128Mi' } },
              ...CONTAINER_DEFAULTS,
            },
          ],
          restartPolicy: 'Always',
          ...POD_DEFAULTS,
        },
      },
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%' } },
      revisionHistoryLimit: 10,
      progressDeadlineSeconds: 600,
    },
  })

const service = ({ name }: App): KubernetesObject =>
  object('v1', 'Service', name, {
    spec: {
      type: 'ClusterIP',
      clusterIP: `10.96.0.${50 + APPS.findIndex(app => app.name === name)}`,
      sessionAffinity: 'None',
      ports: [{ name: 'http', protocol: 'TCP', port: 80, targetPort: 'http' }],
      selector: { app: name },
    },
    status: { loadBalancer: {} },
  })

const batchTemplate = (name: string, seconds: number) => ({
  metadata: { annotations: { [RUN_SECONDS]: String(seconds) } },
  spec: {
    containers: [
      {
        name,
        image: `registry.example.com/shop/${name}-batch:2.14.1`,
        resources: {},
        ...CONTAINER_DEFAULTS,
      },
    ],
    restartPolicy: 'Never',
    ...POD_DEFAULTS,
  },
})
