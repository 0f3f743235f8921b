import { describe, expect, test } from 'vitest'
import { applyDefaults } from './apply-defaults.ts'
import { decode } from './decode.ts'
import { loadSchemas } from './load-schemas.ts'

const schemas = await loadSchemas()

/** The object as a real server passes it to a mutating webhook. */
function defaulted(group: string, kind: string, value: object): unknown {
  const schema = schemas.ofKind(group, 'v1', kind)
  if (!schema) throw new Error(`no schema of ${kind}`)
  const { value: decoded, errors } = decode(schema, value)
  expect(errors).toEqual([])
  return applyDefaults(schema, decoded)
}

const container = {
  resources: {},
  terminationMessagePath: '/dev/termination-log',
  terminationMessagePolicy: 'File',
  imagePullPolicy: 'IfNotPresent',
}
const podSpec = {
  restartPolicy: 'Always',
  terminationGracePeriodSeconds: 30,
  dnsPolicy: 'ClusterFirst',
  securityContext: {},
  schedulerName: 'default-scheduler',
}
const probe = { timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3 }

/** A Pod’s spec with defaults, without those of every Pod. */
const pod = (spec: object) => defaulted('', 'Pod', { spec })
const service = (spec: object) => defaulted('', 'Service', { spec })

describe('Pods', () => {
  const withDefaults = (spec: object) => ({
    spec: { ...podSpec, enableServiceLinks: true, ...spec },
    status: {},
  })

  test('probes, ports, field references', () => {
    const sent = {
      name: 'a',
      image: 'a:1',
      ports: [{ containerPort: 80 }],
      livenessProbe: { httpGet: { port: 80 } },
      readinessProbe: { grpc: { port: 5 } },
      startupProbe: { tcpSocket: { port: 1 }, periodSeconds: 3 },
      lifecycle: { preStop: { httpGet: { port: 'x' } } },
      env: [{ name: 'x', valueFrom: { fieldRef: { fieldPath: 'a' } } }],
    }
    expect(pod({ containers: [sent] })).toEqual(
      withDefaults({
        containers: [
          {
            ...container,
            name: 'a',
            image: 'a:1',
            ports: [{ containerPort: 80, protocol: 'TCP' }],
            livenessProbe: { httpGet: { path: '/', port: 80, scheme: 'HTTP' }, ...probe },
            readinessProbe: { grpc: { port: 5, service: '' }, ...probe },
            startupProbe: { tcpSocket: { port: 1 }, ...probe, periodSeconds: 3 },
            lifecycle: { preStop: { httpGet: { path: '/', port: 'x', scheme: 'HTTP' } } },
            env: [{ name: 'x', valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: 'a' } } }],
          },
        ],
      }),
    )
  })

  test('volumes: an empty directory without a source', () => {
    const volumes = [
      { name: 'x' },
      { name: 'y', configMap: { name: 'c' } },
      { name: 'z', hostPath: { path: '/' } },
      { name: 'p', projected: { sources: [{ serviceAccountToken: { path: 't' } }] } },
      { name: 's', secret: { secretName: 's', defaultMode: 0 } },
    ]
    expect(pod({ containers: [], volumes })).toEqual(
      withDefaults({
        containers: [],
        volumes: [
          { name: 'x', emptyDir: {} },
          { name: 'y', configMap: { name: 'c', defaultMode: 420 } },
          { name: 'z', hostPath: { path: '/', type: '' } },
          {
            name: 'p',
            projected: {
              sources: [{ serviceAccountToken: { expirationSeconds: 3600, path: 't' } }],
              defaultMode: 420,
            },
          },
          { name: 's', secret: { secretName: 's', defaultMode: 0 } },
        ],
      }),
    )
  })

  test('requests from limits; host ports; the deprecated service account name', () => {
    const limits = { cpu: 1, memory: '1Gi' }
    const spec = {
      hostNetwork: true,
      serviceAccountName: 'foo',
      containers: [
        { name: 'a', ports: [{ containerPort: 80 }], resources: { limits, requests: { cpu: '100m' } } },
      ],
    }
    expect(pod(spec)).toEqual(
      withDefaults({
        hostNetwork: true,
        serviceAccountName: 'foo',
        serviceAccount: 'foo',
        containers: [
          {
            ...container,
            name: 'a',
            ports: [{ hostPort: 80, containerPort: 80, protocol: 'TCP' }],
            resources: { limits: { cpu: '1', memory: '1Gi' }, requests: { cpu: '100m', memory: '1Gi' } },
          },
        ],
      }),
    )
  })

  test.each([
    ['nginx', 'Always'],
    ['nginx:latest', 'Always'],
    ['nginx:1', 'IfNotPresent'],
    ['reg:5000/nginx', 'Always'],
    ['reg:5000/nginx:latest', 'Always'],
    ['nginx@sha256:aa', 'IfNotPresent'],
    ['nginx:latest@sha256:aa', 'Always'],
    ['', 'IfNotPresent'],
  ])('an image %s is pulled %s', (image, imagePullPolicy) => {
    expect(pod({ containers: [{ name: 'a', image }] })).toMatchObject({
      spec: { containers: [{ imagePullPolicy }] },
    })
  })
})

describe('Services', () => {
  const common = { sessionAffinity: 'None', internalTrafficPolicy: 'Cluster' }
  const withDefaults = (spec: object) => ({ spec: { ...common, ...spec }, status: { loadBalancer: {} } })

  test.each([
    [{}, { type: 'ClusterIP' }],
    [
      { clusterIP: 'None', ports: [{ port: 80, name: 'a', targetPort: '' }] },
      {
        type: 'ClusterIP',
        clusterIP: 'None',
        ports: [{ name: 'a', protocol: 'TCP', port: 80, targetPort: 80 }],
      },
    ],
    [
      { type: 'NodePort', ports: [{ port: 80 }] },
      {
        type: 'NodePort',
        externalTrafficPolicy: 'Cluster',
        ports: [{ protocol: 'TCP', port: 80, targetPort: 80 }],
      },
    ],
    [
      { type: 'LoadBalancer' },
      { type: 'LoadBalancer', externalTrafficPolicy: 'Cluster', allocateLoadBalancerNodePorts: true },
    ],
    [
      { externalIPs: ['1.2.3.4'] },
      { type: 'ClusterIP', externalIPs: ['1.2.3.4'], externalTrafficPolicy: 'Cluster' },
    ],
    [
      { sessionAffinity: 'ClientIP' },
      {
        type: 'ClusterIP',
        sessionAffinity: 'ClientIP',
        sessionAffinityConfig: { clientIP: { timeoutSeconds: 10800 } },
      },
    ],
  ])('%j', (sent, spec) => {
    expect(service(sent)).toEqual(withDefaults(spec))
  })

  test('the addresses of a load balancer have an IP mode', () => {
    const status = { loadBalancer: { ingress: [{ ip: '203.0.113.1' }, { hostname: 'lb.example.com' }] } }
    expect(defaulted('', 'Service', { spec: { type: 'LoadBalancer' }, status })).toMatchObject({
      status: {
        loadBalancer: { ingress: [{ ip: '203.0.113.1', ipMode: 'VIP' }, { hostname: 'lb.example.com' }] },
      },
    })
    expect(defaulted('', 'Service', { status })).toMatchObject({ status })
  })

  test('an ExternalName has no internal traffic policy', () => {
    expect(service({ type: 'ExternalName', externalName: 'a.b' })).toEqual({
      spec: { type: 'ExternalName', externalName: 'a.b', sessionAffinity: 'None' },
      status: { loadBalancer: {} },
    })
  })
})

describe('workloads', () => {
  const template = {
    metadata: { labels: { a: 'b' } },
    spec: { containers: [{ name: 'a', image: 'x:1', ports: [{ containerPort: 1 }] }], hostNetwork: true },
  }
  const templateWithDefaults = {
    metadata: { labels: { a: 'b' } },
    spec: {
      ...podSpec,
      hostNetwork: true,
      containers: [{ ...container, name: 'a', image: 'x:1', ports: [{ containerPort: 1, protocol: 'TCP' }] }],
    },
  }
  const strategyOf = (strategy: object) => {
    const deployment = defaulted('apps', 'Deployment', { spec: { strategy } })
    expect(deployment).toHaveProperty('spec.strategy')
    return deployment
  }

  test('Deployment: defaults of Pods do not apply to templates', () => {
    const selector = { matchLabels: { a: 'b' } }
    expect(defaulted('apps', 'Deployment', { spec: { selector, template } })).toEqual({
      spec: {
        replicas: 1,
        selector,
        template: templateWithDefaults,
        strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%' } },
        revisionHistoryLimit: 10,
        progressDeadlineSeconds: 600,
      },
      status: {},
    })
    expect(strategyOf({ type: 'Recreate' })).toMatchObject({ spec: { strategy: { type: 'Recreate' } } })
    expect(strategyOf({ rollingUpdate: { maxSurge: 1 } })).toMatchObject({
      spec: { strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: 1 } } },
    })
  })

  test('Job; not within a CronJob', () => {
    const job = {
      completions: 1,
      parallelism: 1,
      backoffLimit: 6,
      podReplacementPolicy: 'TerminatingOrFailed',
    }
    expect(defaulted('batch', 'Job', { spec: {} })).toMatchObject({ spec: job })
    const parallel = defaulted('batch', 'Job', { spec: { parallelism: 2, podFailurePolicy: { rules: [] } } })
    expect(parallel).toMatchObject({ spec: { parallelism: 2, podReplacementPolicy: 'Failed' } })
    expect(parallel).not.toHaveProperty('spec.completions')
    const cronJob = defaulted('batch', 'CronJob', { spec: { jobTemplate: { spec: { template } } } })
    expect(cronJob).toMatchObject({ spec: { concurrencyPolicy: 'Allow', suspend: false } })
    expect(cronJob).toHaveProperty('spec.jobTemplate.spec', { template: templateWithDefaults })
  })

  test('StatefulSet: claims are complete objects', () => {
    expect(
      defaulted('apps', 'StatefulSet', { spec: { volumeClaimTemplates: [{ spec: {} }] } }),
    ).toMatchObject({
      spec: {
        volumeClaimTemplates: [
          {
            apiVersion: 'v1',
            kind: 'PersistentVolumeClaim',
            metadata: {},
            spec: { resources: {}, volumeMode: 'Filesystem' },
            status: { phase: 'Pending' },
          },
        ],
      },
    })
  })
})

describe('other kinds', () => {
  test.each([
    ['', 'ConfigMap', { data: { a: 'b' } }, { data: { a: 'b' } }],
    ['', 'Secret', { data: { a: 'YQ==' } }, { data: { a: 'YQ==' }, type: 'Opaque' }],
    [
      '',
      'Namespace',
      { metadata: { name: 'n' } },
      {
        metadata: { name: 'n', labels: { 'kubernetes.io/metadata.name': 'n' } },
        spec: {},
        status: { phase: 'Active' },
      },
    ],
    [
      'networking.k8s.io',
      'NetworkPolicy',
      { spec: { egress: [{ ports: [{ port: 1 }] }] } },
      {
        spec: {
          podSelector: {},
          egress: [{ ports: [{ port: 1, protocol: 'TCP' }] }],
          policyTypes: ['Ingress', 'Egress'],
        },
      },
    ],
    [
      'rbac.authorization.k8s.io',
      'RoleBinding',
      {
        roleRef: { kind: 'Role', name: 'a' },
        subjects: [
          { kind: 'User', name: 'a' },
          { kind: 'ServiceAccount', name: 'c' },
        ],
      },
      {
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'a' },
        subjects: [
          { kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'a' },
          { kind: 'ServiceAccount', name: 'c' },
        ],
      },
    ],
    [
      '',
      'LimitRange',
      { spec: { limits: [{ type: 'Container', max: { cpu: 1 }, default: { memory: 1 } }] } },
      {
        spec: {
          limits: [
            {
              type: 'Container',
              max: { cpu: '1' },
              default: { cpu: '1', memory: '1' },
              defaultRequest: { cpu: '1', memory: '1' },
            },
          ],
        },
      },
    ],
  ])('%s %s', (group, kind, sent, expected) => {
    expect(defaulted(group, kind, sent)).toEqual(expected)
  })

  test('the argument is not changed', () => {
    const schema = schemas.ofKind('', 'v1', 'Pod')
    const sent = { spec: { containers: [{ name: 'a', resources: { limits: { cpu: '1' } } }] } }
    const copy = structuredClone(sent)
    if (schema) applyDefaults(schema, sent)
    expect(sent).toEqual(copy)
  })
})
