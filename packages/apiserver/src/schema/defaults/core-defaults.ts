import type { JsonObject } from '../../json/json-value.ts'
import type { ConditionalDefaults, DefaultsTable } from './defaults-table.ts'
import { isEmpty, objectAt, objectsAt, textAt } from './members.ts'

const RBAC = 'rbac.authorization.k8s.io'

/** The number of devices; the mode `All` has none. */
const deviceCount: ConditionalDefaults = {
  members: ['count'],
  of: ({ allocationMode, count }) => (allocationMode === 'ExactCount' && !count ? { count: 1 } : {}),
}

/**
 * Each limit defaults to the next stricter one: `max` for `default`, `default` for `defaultRequest`, and `min` for
 * `defaultRequest`.
 */
function limitsOf(item: JsonObject): Readonly<Record<string, unknown>> {
  if (textAt(item, 'type') !== 'Container') return {}
  const limits = { ...objectAt(item, 'max'), ...objectAt(item, 'default') }
  const requests = { ...limits, ...objectAt(item, 'min'), ...objectAt(item, 'defaultRequest') }
  return {
    ...(isEmpty(limits) ? {} : { default: limits }),
    ...(isEmpty(requests) ? {} : { defaultRequest: requests }),
  }
}

/** Types with a single rule each. */
export const CORE_DEFAULTS: DefaultsTable = {
  'core.v1.Namespace': {
    members: [],
    of({ metadata }) {
      const own = objectAt({ metadata }, 'metadata')
      const name = textAt(own, 'name')
      if (!name) return {}
      return {
        metadata: { ...own, labels: { ...objectAt(own, 'labels'), 'kubernetes.io/metadata.name': name } },
      }
    },
  },
  'core.v1.NodeSpec': {
    members: [],
    of: ({ podCIDR, podCIDRs }) => {
      const first: unknown = Array.isArray(podCIDRs) ? podCIDRs[0] : undefined
      if (first) return { podCIDR: first }
      return podCIDR ? { podCIDRs: [podCIDR] } : {}
    },
  },
  'core.v1.NodeStatus': {
    members: [],
    of: ({ capacity, allocatable }) => (capacity && !allocatable ? { allocatable: capacity } : {}),
  },
  'core.v1.LimitRangeItem': { members: [], of: limitsOf },
  'networking.v1.NetworkPolicySpec': {
    members: ['policyTypes'],
    of: ({ policyTypes, egress }) =>
      policyTypes
        ? {}
        : { policyTypes: Array.isArray(egress) && egress.length > 0 ? ['Ingress', 'Egress'] : ['Ingress'] },
  },
  'rbac.v1.Subject': {
    members: [],
    of: subject =>
      ['User', 'Group'].includes(textAt(subject, 'kind')) && !textAt(subject, 'apiGroup')
        ? { apiGroup: RBAC }
        : {},
  },
  'resource.v1.ExactDeviceRequest': deviceCount,
  'resource.v1.DeviceSubRequest': deviceCount,
  'apiextensions.v1.CustomResourceDefinition': {
    members: [],
    of({ spec, status }) {
      const stored = objectsAt(objectAt({ spec }, 'spec'), 'versions').filter(
        ({ storage }) => storage === true,
      )
      const own = objectAt({ status }, 'status')
      if (stored.length === 0 || Array.isArray(own.storedVersions)) return {}
      return { status: { ...own, storedVersions: stored.map(version => textAt(version, 'name')) } }
    },
  },
  'apiextensions.v1.CustomResourceDefinitionSpec': {
    members: ['conversion'],
    of: ({ conversion }) => (conversion ? {} : { conversion: { strategy: 'None' } }),
  },
  'apiextensions.v1.CustomResourceDefinitionNames': {
    members: [],
    of(names) {
      const kind = textAt(names, 'kind')
      if (!kind) return {}
      return {
        singular: textAt(names, 'singular') || kind.toLowerCase(),
        listKind: textAt(names, 'listKind') || `${kind}List`,
      }
    },
  },
}
