import type { Subject } from '../generate/subject.ts'
import type { JsonObject } from '../json.ts'

const http: JsonObject = { port: 80, targetPort: 8080 }

const manifests: readonly JsonObject[] = [
  { spec: { selector: { app: 'web' }, ports: [http] } },
  {
    spec: {
      selector: { app: 'web' },
      ports: [
        { ...http, name: 'http' },
        { name: 'https', port: 443, targetPort: 'tls', appProtocol: 'https' },
      ],
    },
  },
  { spec: { clusterIP: 'None', selector: { app: 'db' }, ports: [{ port: 5432 }] } },
  { spec: { clusterIP: 'None', selector: { app: 'db' }, publishNotReadyAddresses: true } },
  { spec: { type: 'NodePort', selector: { app: 'web' }, ports: [http] } },
  {
    spec: {
      type: 'LoadBalancer',
      selector: { app: 'web' },
      ports: [http],
      externalTrafficPolicy: 'Local',
      loadBalancerSourceRanges: ['192.168.0.0/16'],
    },
  },
  { spec: { type: 'ExternalName', externalName: 'db.example.com' } },
  {
    spec: {
      ports: [
        { port: 53, protocol: 'UDP', name: 'dns' },
        { port: 53, name: 'dns-tcp' },
      ],
      sessionAffinity: 'ClientIP',
    },
  },
  {
    spec: {
      selector: { app: 'web' },
      ports: [http],
      internalTrafficPolicy: 'Local',
      ipFamilyPolicy: 'PreferDualStack',
    },
  },
  {
    spec: {
      selector: { app: 'web' },
      ports: [http],
      externalIPs: ['192.0.2.10'],
      trafficDistribution: 'PreferClose',
    },
  },
]

export const services: Subject = {
  group: '',
  version: 'v1',
  plural: 'services',
  kind: 'Service',
  namespaced: true,
  depth: 'full',
  manifests,
  fields: [
    { path: ['spec', 'selector', 'app'], values: ['web', 'other'] },
    { path: ['spec', 'sessionAffinity'], values: ['ClientIP', 'None'] },
    { path: ['spec', 'ports', 0, 'targetPort'], values: [9090, 'named'] },
    { path: ['spec', 'publishNotReadyAddresses'], values: [true, false] },
  ],
  badFields: [
    { path: ['spec', 'ports'], values: ['x', [{ port: 'http' }]] },
    { path: ['spec', 'ports', 0, 'bogus'], values: [1] },
    { path: ['spec', 'selector'], values: ['app=x', { app: 7 }] },
    { path: ['spec', 'bogus'], values: [1] },
    { path: ['spec', 'publishNotReadyAddresses'], values: ['yes'] },
    { path: ['metadata', 'name'], values: ['1-starts-with-digit', 'a.b'] },
  ],
  statusFields: [
    { path: ['status', 'loadBalancer'], values: [{ ingress: [{ ip: '192.0.2.1' }] }, {}] },
    { path: ['status', 'bogus'], values: [1] },
  ],
  fieldSelectors: ['spec.type=ClusterIP', 'spec.clusterIP=None'],
  strategicPatches: [
    { spec: { ports: [{ port: 80, targetPort: 9999 }] } },
    { spec: { ports: [{ port: 8443, name: 'more' }] } },
    { spec: { ports: [{ port: 80, $patch: 'delete' }] } },
    { spec: { selector: { $patch: 'replace', app: 'replaced' } } },
    { spec: { selector: null } },
  ],
  configurations: [
    { spec: { selector: { app: 'web' }, ports: [http] } },
    { spec: { selector: { app: 'applied' }, ports: [{ port: 80, protocol: 'TCP', name: 'http' }] } },
    { spec: { ports: [{ port: 81, protocol: 'TCP', name: 'x' }], selector: { app: 'web' } } },
    { metadata: { labels: { tier: 'applied' } } },
  ],
}
