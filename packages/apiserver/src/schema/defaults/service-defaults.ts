import { isObject, type JsonObject } from '../../json/json-value.ts'
import type { DefaultsTable } from './defaults-table.ts'
import { objectAt, objectsAt, textAt } from './members.ts'

const AFFINITY_SECONDS = 10_800

const isReachedFromOutside = (spec: JsonObject): boolean =>
  ['NodePort', 'LoadBalancer'].includes(textAt(spec, 'type')) ||
  (Array.isArray(spec.externalIPs) && spec.externalIPs.length > 0)

function affinityOf(spec: JsonObject): Readonly<Record<string, unknown>> {
  const affinity = textAt(spec, 'sessionAffinity')
  if (affinity === 'None') return { sessionAffinityConfig: undefined }
  if (affinity !== 'ClientIP' || objectAt(objectAt(spec, 'sessionAffinityConfig'), 'clientIP').timeoutSeconds)
    return {}
  return { sessionAffinityConfig: { clientIP: { timeoutSeconds: AFFINITY_SECONDS } } }
}

const unlessSet = (spec: JsonObject, name: string, value: unknown): Readonly<Record<string, unknown>> =>
  spec[name] === undefined ? { [name]: value } : {}

/** The default IP mode of load balancer addresses. */
function withModes(status: JsonObject): JsonObject {
  const loadBalancer = objectAt(status, 'loadBalancer')
  if (!Array.isArray(loadBalancer.ingress)) return status
  const ingress = objectsAt(loadBalancer, 'ingress').map(each =>
    each.ip && each.ipMode === undefined ? { ...each, ipMode: 'VIP' } : each,
  )
  return { ...status, loadBalancer: { ...loadBalancer, ingress } }
}

/** Defaults of Services; most depend on the type. */
export const SERVICE_DEFAULTS: DefaultsTable = {
  'core.v1.Service': {
    members: [],
    of: ({ spec, status }) =>
      isObject(spec) && isObject(status) && textAt(spec, 'type') === 'LoadBalancer'
        ? { status: withModes(status) }
        : {},
  },
  'core.v1.ServiceSpec': {
    members: ['internalTrafficPolicy'],
    of: spec => ({
      ...affinityOf(spec),
      ...(textAt(spec, 'type') === 'ExternalName' ? {} : unlessSet(spec, 'internalTrafficPolicy', 'Cluster')),
      ...(isReachedFromOutside(spec) ? unlessSet(spec, 'externalTrafficPolicy', 'Cluster') : {}),
      ...(textAt(spec, 'type') === 'LoadBalancer'
        ? unlessSet(spec, 'allocateLoadBalancerNodePorts', true)
        : {}),
    }),
  },
  'core.v1.ServicePort': {
    members: ['targetPort'],
    of: port => (port.targetPort ? {} : { targetPort: port.port ?? 0 }),
  },
}
