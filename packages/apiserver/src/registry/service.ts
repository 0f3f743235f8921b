import {
  type AnyObject,
  countOf,
  type Fields,
  fieldsOf,
  itemsOf,
  numberOf,
  textOf,
  withMembers,
} from '../object/any-object.ts'
import { failure, invalid } from '../status/status-errors.ts'
import {
  allocationErrors,
  namelessAddressError,
  serviceChangeErrors,
  serviceErrors,
  serviceStatusErrors,
  serviceWarnings,
} from './service-errors.ts'
import { FIRST_PORT, freeAddress, freePort, isTaken } from './service-pools.ts'
import type { Strategy, WriteContext } from './strategy.ts'

/** The strategy of Services, with addresses and ports from pools. */
export const serviceStrategy: Partial<Strategy> = {
  prepareForCreate: (object, context) => {
    // A create through the status subresource allocates nothing.
    if (context.subresource === 'status') return { ...object, status: { loadBalancer: {} } }
    checkAllocation(object, context)
    return {
      ...object,
      spec: allocated(fieldsOf(object.spec), textOf(object.metadata?.name), context),
      status: { loadBalancer: {} },
    }
  },
  prepareForUpdate: (next, stored, context) => {
    if (context.subresource !== '') return withModes(next)
    const before = fieldsOf(stored.spec)
    const kept = withoutUnused(withAllocated(fieldsOf(next.spec), before), before)
    // A Service without an address does not get one by an update.
    const isBare = needsAddress(before) && !textOf(before.clusterIP) && !textOf(kept.clusterIP)
    if (isBare) return { ...next, spec: kept }
    return { ...next, spec: allocated(kept, textOf(next.metadata?.name), context) }
  },
  validate: ({ spec }) => serviceErrors(fieldsOf(spec)),
  validateUpdate: (next, stored, { subresource }) =>
    subresource === ''
      ? serviceChangeErrors(fieldsOf(next.spec), fieldsOf(stored.spec))
      : serviceStatusErrors(next),
  warnings: ({ spec }) => serviceWarnings(fieldsOf(spec)),
}

const needsAddress = ({ type }: Fields): boolean => type !== 'ExternalName'
const needsNodePorts = ({ type, allocateLoadBalancerNodePorts }: Fields): boolean =>
  type === 'NodePort' || (type === 'LoadBalancer' && allocateLoadBalancerNodePorts !== false)

/** Sets the default IP mode of load balancer addresses. */
function withModes(object: AnyObject): AnyObject {
  const status = fieldsOf(object.status)
  const balancer = fieldsOf(status.loadBalancer)
  if (itemsOf(balancer.ingress).length === 0) return object
  const ingress = itemsOf(balancer.ingress)
    .map(fieldsOf)
    .map(entry => (textOf(entry.ip) && !textOf(entry.ipMode) ? { ...entry, ipMode: 'VIP' } : entry))
  return { ...object, status: { ...status, loadBalancer: { ...balancer, ingress } } }
}

/** Allocation errors are reported before all others. */
function checkAllocation({ metadata, spec }: AnyObject, { storage, kind, dryRun }: WriteContext): void {
  const services = storage.collection(kind.resource)
  const isNameless = textOf(metadata?.name) === '' && !textOf(fieldsOf(spec).clusterIP)
  if (isNameless && !dryRun && needsAddress(fieldsOf(spec)))
    throw invalid(kind.resource, '', [namelessAddressError(freeAddress(services))])
  const errors = allocationErrors(fieldsOf(spec), address => isTaken(services, address))
  if (errors.length > 0) throw invalid(kind.resource, textOf(metadata?.name), errors)
}

const refuseFull = (name: string): never => {
  const message = `failed to allocate a serviceIP for Service ${JSON.stringify(name)}: range is full`
  throw failure({
    code: 500,
    reason: 'InternalError',
    message: `Internal error occurred: ${message}`,
    details: { causes: [{ message }] },
  })
}

/** Allocates missing addresses and ports. */
function allocated(spec: Fields, name: string, { storage, kind }: WriteContext): Fields {
  if (!needsAddress(spec)) return spec
  const services = storage.collection(kind.resource)
  const given = textOf(spec.clusterIP) || textOf(itemsOf(spec.clusterIPs)[0])
  const clusterIP = given || freeAddress(services) || refuseFull(name)
  const isUnselected = clusterIP === 'None' && Object.keys(fieldsOf(spec.selector)).length === 0
  const families = isUnselected ? ['IPv4', 'IPv6'] : ['IPv4']
  return {
    ...spec,
    ...(needsNodePorts(spec) ? { ports: withNodePorts(spec, services) } : {}),
    ...(needsHealthCheck(spec) ? { healthCheckNodePort: healthCheckPort(spec, services) } : {}),
    clusterIP,
    clusterIPs: itemsOf(spec.clusterIPs).length > 0 ? spec.clusterIPs : [clusterIP],
    ipFamilies: itemsOf(spec.ipFamilies).length > 0 ? spec.ipFamilies : families,
    ipFamilyPolicy: textOf(spec.ipFamilyPolicy) || (isUnselected ? 'RequireDualStack' : 'SingleStack'),
  }
}

/** Whether the Service needs a health check port on each node. */
const needsHealthCheck = ({ type, externalTrafficPolicy }: Fields): boolean =>
  type === 'LoadBalancer' && externalTrafficPolicy === 'Local'

function healthCheckPort(
  { healthCheckNodePort, ports }: Fields,
  services: Parameters<typeof freePort>[0],
): number {
  const own = itemsOf(ports).map(port => countOf(fieldsOf(port).nodePort))
  return numberOf(healthCheckNodePort) || freePort(services, [...own, FIRST_PORT])
}

function withNodePorts({ ports }: Fields, services: Parameters<typeof freePort>[0]): readonly Fields[] {
  const taken: number[] = []
  return itemsOf(ports)
    .map(fieldsOf)
    .map(port => {
      if (numberOf(port.nodePort)) return port
      const nodePort = freePort(services, taken)
      taken.push(nodePort)
      return { ...port, nodePort }
    })
}

/** Keeps allocated values that the client omits. */
function withAllocated(next: Fields, before: Fields): Fields {
  if (!needsAddress(next) || !needsAddress(before)) return next
  const kept = withAddresses(next, before)
  if (!needsNodePorts(next) || !needsNodePorts(before)) return kept
  const known = itemsOf(before.ports).map(fieldsOf)
  const ports = itemsOf(kept.ports)
    .map(fieldsOf)
    .map(port => {
      if (numberOf(port.nodePort)) return port
      const same = known.find(other => other.port === port.port && other.protocol === port.protocol)
      return withMembers(port, { nodePort: same?.nodePort })
    })
  return { ...kept, ports }
}

/** Keeps `clusterIP` and `clusterIPs` in sync: the changed one determines the other. */
function withAddresses(next: Fields, before: Fields): Fields {
  const [nextIP, beforeIP] = [textOf(next.clusterIP), textOf(before.clusterIP)]
  const nextIPs = itemsOf(next.clusterIPs)
  const families = {
    ipFamilies: next.ipFamilies ?? before.ipFamilies,
    ipFamilyPolicy: next.ipFamilyPolicy ?? before.ipFamilyPolicy,
  }
  if (nextIP === '' && nextIPs.length === 0)
    return withMembers(next, { ...families, clusterIP: before.clusterIP, clusterIPs: before.clusterIPs })
  if (nextIPs.length === 0) return withMembers(next, { ...families, clusterIPs: [nextIP] })
  const leads = nextIP !== beforeIP && nextIPs[0] === itemsOf(before.clusterIPs)[0]
  return leads && nextIP !== ''
    ? withMembers(next, { ...families, clusterIPs: [nextIP, ...nextIPs.slice(1)] })
    : withMembers(next, families)
}

/** Drops fields that the new type does not use, unless the client changed them. */
function withoutUnused(next: Fields, before: Fields): Fields {
  let spec = next
  if (!needsAddress(next) && needsAddress(before) && next.clusterIP === before.clusterIP)
    spec = withMembers(spec, {
      clusterIP: undefined,
      clusterIPs: undefined,
      ipFamilies: undefined,
      ipFamilyPolicy: undefined,
    })
  if (!needsNodePorts(next) && needsNodePorts(before)) spec = withoutNodePorts(spec, before)
  const isSamePolicy = next.externalTrafficPolicy === before.externalTrafficPolicy
  if (!isExternal(next) && isExternal(before) && isSamePolicy)
    spec = withMembers(spec, { externalTrafficPolicy: undefined })
  return spec
}

/** Whether the Service is reachable from outside the cluster. */
const isExternal = ({ type, externalIPs }: Fields): boolean =>
  type === 'NodePort' || type === 'LoadBalancer' || itemsOf(externalIPs).length > 0

function withoutNodePorts(spec: Fields, before: Fields): Fields {
  const known = itemsOf(before.ports).map(port => fieldsOf(port).nodePort)
  const ports = itemsOf(spec.ports)
    .map(fieldsOf)
    .map(port => (known.includes(port.nodePort) ? withMembers(port, { nodePort: undefined }) : port))
  return { ...spec, ports }
}
