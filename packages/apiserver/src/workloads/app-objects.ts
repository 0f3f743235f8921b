import type { LazyObject } from '@kube-informer/cacher'
import { deploymentOwner, type GeneratedApp, labelsOf, placeOf } from './generated-app.ts'
import { lazyObject, type Plain, uidAt } from './lazy.ts'

/** What belongs to every app besides its Deployment, and what belongs to some. */
export const appObjects = (generated: GeneratedApp): readonly LazyObject[] => [
  service(generated),
  configMap(generated),
  serviceAccount(generated),
  ...(generated.index % 10 === 0 ? [autoscaler(generated)] : []),
  ...(/frontend|gateway/.test(generated.app.name) ? [ingress(generated)] : []),
]

/** The metadata that the app's objects share. */
const metadataOf = (generated: GeneratedApp, kind: string) => ({
  uid: uidAt(generated.seed, kind, generated.index),
  creationTimestamp: generated.createdAt,
  labels: labelsOf(generated),
})

const service = (generated: GeneratedApp): LazyObject =>
  lazyObject({ apiVersion: 'v1', kind: 'Service' }, placeOf(generated), (): Plain => {
    const { app, index } = generated
    const clusterIP = `10.${96 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}`
    return {
      metadata: metadataOf(generated, 'Service'),
      spec: {
        clusterIP,
        clusterIPs: [clusterIP],
        type: 'ClusterIP',
        sessionAffinity: 'None',
        ipFamilies: ['IPv4'],
        ipFamilyPolicy: 'SingleStack',
        internalTrafficPolicy: 'Cluster',
        ports: [{ name: 'http', protocol: 'TCP', port: 80, targetPort: 'http' }],
        selector: { app: app.name },
      },
      status: { loadBalancer: {} },
    }
  })

const configMap = (generated: GeneratedApp): LazyObject =>
  lazyObject(
    { apiVersion: 'v1', kind: 'ConfigMap' },
    { ...placeOf(generated), name: `${generated.app.name}-config` },
    () => ({
      metadata: metadataOf(generated, 'ConfigMap'),
      data: {
        'config.yaml': `server:\n  listen: :8080\n  timeout: 15s\nfeatures:\n  ${generated.app.labels.tier}: true\n`,
        LOG_FORMAT: generated.index % 2 === 0 ? 'json' : 'text',
      },
    }),
  )

const serviceAccount = (generated: GeneratedApp): LazyObject =>
  lazyObject({ apiVersion: 'v1', kind: 'ServiceAccount' }, placeOf(generated), () => ({
    metadata: metadataOf(generated, 'ServiceAccount'),
  }))

const autoscaler = (generated: GeneratedApp): LazyObject =>
  lazyObject({ apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler' }, placeOf(generated), () => {
    const { apiVersion, kind, name } = deploymentOwner(generated)
    const { replicas, index } = generated
    const metric = (utilization: object) => [{ type: 'Resource', resource: { name: 'cpu', ...utilization } }]
    return {
      metadata: metadataOf(generated, 'Autoscaler'),
      spec: {
        scaleTargetRef: { apiVersion, kind, name },
        minReplicas: 1,
        maxReplicas: Math.max(2, replicas * 2),
        metrics: metric({ target: { type: 'Utilization', averageUtilization: 70 } }),
      },
      status: {
        currentReplicas: replicas,
        desiredReplicas: replicas,
        currentMetrics: metric({ current: { averageUtilization: 40 + (index % 30), averageValue: '210m' } }),
        conditions: [
          {
            type: 'AbleToScale',
            status: 'True',
            lastTransitionTime: generated.createdAt,
            reason: 'ReadyForNewScale',
            message: 'recommended size matches current size',
          },
        ],
      },
    }
  })

const ingress = (generated: GeneratedApp): LazyObject =>
  lazyObject({ apiVersion: 'networking.k8s.io/v1', kind: 'Ingress' }, placeOf(generated), () => {
    const { name, namespace } = generated.app
    const host = `${name}.${namespace}.example.com`
    const backend = { service: { name, port: { name: 'http' } } }
    return {
      metadata: { ...metadataOf(generated, 'Ingress'), generation: 1 },
      spec: {
        ingressClassName: 'nginx',
        tls: [{ hosts: [host], secretName: `${name}-tls` }],
        rules: [{ host, http: { paths: [{ path: '/', pathType: 'Prefix', backend }] } }],
      },
      status: { loadBalancer: { ingress: [{ ip: '192.0.2.10' }] } },
    }
  })
