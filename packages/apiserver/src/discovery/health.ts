import { textResponse } from '../http/respond.ts'

/** The hooks that a kube-apiserver runs after its start, with the check that it has among them. */
const STARTED = `
  start-apiserver-admission-initializer generic-apiserver-start-informers
  priority-and-fairness-config-consumer priority-and-fairness-filter storage-object-count-tracker-hook
  start-apiextensions-informers start-apiextensions-controllers crd-informer-synced
  start-system-namespaces-controller peer-endpoint-reconciler-controller
  start-cluster-authentication-info-controller start-kube-apiserver-identity-lease-controller
  start-kube-apiserver-identity-lease-garbage-collector storage-readiness
  start-legacy-token-tracking-controller start-service-ip-repair-controllers rbac/bootstrap-roles
  scheduling/bootstrap-system-priority-classes priority-and-fairness-config-producer
  bootstrap-controller start-kubernetes-service-cidr-controller start-kube-aggregator-informers
  apiservice-status-local-available-controller apiservice-status-remote-available-controller
  apiservice-registration-controller apiservice-discovery-controller kube-apiserver-autoregistration`
  .trim()
  .split(/\s+/)
  .map(name => `poststarthook/${name}`)
  .concat('autoregister-completion')
const OPEN_API = ['apiservice-openapi-controller', 'apiservice-openapiv3-controller'].map(
  name => `poststarthook/${name}`,
)
const ALIVE = ['ping', 'log', 'loopback-serving-certificate', 'etcd', ...STARTED, ...OPEN_API]
const CHECKS: Readonly<Record<string, readonly string[]>> = {
  healthz: ALIVE,
  livez: ALIVE,
  readyz: [
    ...['ping', 'log', 'etcd', 'etcd-readiness', 'informer-sync'],
    ...STARTED,
    ...OPEN_API,
    'shutdown',
  ],
}

/** `/healthz`, `/livez`, `/readyz` and their single checks; undefined if the check does not exist. */
export function healthResponse(path: string, query: URLSearchParams): Response | undefined {
  const [, endpoint = '', check] = path.split('/')
  const checks = CHECKS[endpoint] ?? []
  if (check !== undefined) return checks.includes(check) ? textResponse('ok') : undefined
  if (!query.has('verbose')) return textResponse('ok')
  const lines = checks.map(name => `[+]${name} ok\n`)
  return textResponse(`${lines.join('')}${endpoint} check passed\n`)
}
