import { deepEqual } from '../json/deep-equal.ts'
import { type AnyObject, type Fields, fieldsOf, itemsOf, numberOf, textOf } from '../object/any-object.ts'
import { labelErrors, labelValueErrors, qualifiedNameErrors } from '../object/names.ts'
import {
  forbiddenValue,
  invalidValue,
  invalidValues,
  printed,
  requiredValue,
  unsupportedValue,
} from '../status/field-errors.ts'
import type { FieldError } from '../status/status-errors.ts'
import { FIRST_PORT, LAST_PORT } from './service-pools.ts'

const PORT_RANGE = 'must be between 1 and 65535, inclusive'
const PORT_NAME = 'must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)'
const TYPES = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort']
const PROTOCOLS = ['SCTP', 'TCP', 'UDP']
const AFFINITIES = ['ClientIP', 'None']
const ADDRESS = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/

/** Errors in the spec of a Service. */
export function serviceErrors(spec: Fields): readonly FieldError[] {
  const ports = itemsOf(spec.ports).map(fieldsOf)
  const isHeadless = spec.clusterIP === 'None'
  const needsPorts = !isHeadless && spec.type !== 'ExternalName'
  return [
    ...(needsPorts && ports.length === 0 ? [requiredValue('spec.ports')] : []),
    ...portListErrors(ports),
    ...Object.entries(fieldsOf(spec.selector)).flatMap(([key, value]) => [
      ...invalidValues('spec.selector', key, qualifiedNameErrors(key)),
      ...invalidValues('spec.selector', value, labelValueErrors(textOf(value))),
    ]),
    ...oneOf(spec.sessionAffinity, AFFINITIES, 'spec.sessionAffinity'),
    ...oneOf(spec.type, TYPES, 'spec.type'),
    ...addressErrors(spec),
    ...(isHeadless && (spec.type === 'LoadBalancer' || spec.type === 'NodePort')
      ? [invalidValue('spec.clusterIPs[0]', 'None', `may not be set to 'None' for ${spec.type} services`)]
      : []),
    ...repeatedPortErrors(ports),
    ...(spec.type === 'ExternalName' && !textOf(spec.externalName)
      ? [requiredValue('spec.externalName')]
      : []),
  ]
}

/** Errors in the status of a Service. */
export function serviceStatusErrors({ spec, status }: AnyObject): readonly FieldError[] {
  const { ingress } = fieldsOf(fieldsOf(status).loadBalancer)
  const isBalanced = fieldsOf(spec).type === 'LoadBalancer'
  return isBalanced || itemsOf(ingress).length === 0
    ? []
    : [forbiddenValue('status.loadBalancer.ingress', "may only be used when `spec.type` is 'LoadBalancer'")]
}

/** Warnings about deprecated fields. */
export function serviceWarnings(spec: Fields): readonly string[] {
  const hasExternal = itemsOf(spec.externalIPs).length > 0
  const isHeadless = spec.clusterIP === 'None'
  const isNamed = spec.type === 'ExternalName'
  return [
    ...(hasExternal && isHeadless ? ['spec.externalIPs is ignored for headless services'] : []),
    ...(isHeadless && spec.sessionAffinity !== 'None'
      ? ['spec.SessionAffinity is ignored for headless services']
      : []),
    ...(hasExternal && !isHeadless && !isNamed
      ? ['spec.externalIPs is deprecated and may no longer be implemented in some clusters']
      : []),
    ...(hasExternal && isNamed ? ['spec.externalIPs is ignored when spec.type is "ExternalName"'] : []),
    ...(textOf(spec.externalName) && !isNamed
      ? ['spec.externalName is ignored when spec.type is not "ExternalName"']
      : []),
    ...(spec.trafficDistribution === 'PreferClose'
      ? ['spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"']
      : []),
  ]
}

/** Errors of changes to a Service's addresses. */
export function serviceChangeErrors(next: Fields, stored: Fields): readonly FieldError[] {
  const [after, before] = [itemsOf(next.clusterIPs), itemsOf(stored.clusterIPs)]
  const isKept = before.length === 0 || next.type === 'ExternalName' || deepEqual(after[0], before[0])
  return isKept ? [] : [invalidValue('spec.clusterIPs[0]', after, 'may not change once set')]
}

function portListErrors(ports: readonly Fields[]): readonly FieldError[] {
  const names = new Set<string>()
  return ports.flatMap((port, index) => {
    const field = `spec.ports[${index}]`
    const name = textOf(port.name)
    const errors = [
      ...portNameErrors(name, `${field}.name`, ports.length > 1, names),
      ...portErrors(port, field),
    ]
    names.add(name)
    return errors
  })
}

/** Errors of duplicate ports; the message prints the port in the form in which a server compares it. */
function repeatedPortErrors(ports: readonly Fields[]): readonly FieldError[] {
  const seen = new Set<string>()
  return ports.flatMap(({ port, protocol }, index) => {
    const compared = {
      Name: '',
      Protocol: protocol,
      AppProtocol: null,
      Port: port,
      TargetPort: 0,
      NodePort: 0,
    }
    const isRepeated = seen.has(`${protocol}/${port}`)
    seen.add(`${protocol}/${port}`)
    return isRepeated
      ? [{ field: `spec.ports[${index}]`, type: 'Duplicate value', detail: printed(compared) }]
      : []
  })
}

/** Errors of node ports outside their range. */
function nodePortErrors({ ports }: Fields): readonly FieldError[] {
  return itemsOf(ports).flatMap((port, index) => {
    const value = numberOf(fieldsOf(port).nodePort)
    const inRange = value === undefined || value === 0 || (value >= FIRST_PORT && value <= LAST_PORT)
    const rule = `provided port is not in the valid range. The range of valid ports is ${FIRST_PORT}-${LAST_PORT}`
    return inRange ? [] : [invalidValue(`spec.ports[${index}].nodePort`, value, rule)]
  })
}

/** Errors of addresses without a service name. */
export const namelessAddressError = (address: string): FieldError =>
  invalidValue(
    'spec.clusterIPs',
    [''],
    `failed to allocate IP: IPAddress.networking.k8s.io ${JSON.stringify(address)} is invalid: spec.parentRef.name: Required value`,
  )

/** Errors of requested addresses and ports that are taken. */
export function allocationErrors(spec: Fields, taken: (address: string) => boolean): readonly FieldError[] {
  const address = textOf(itemsOf(spec.clusterIPs)[0] ?? spec.clusterIP)
  const isTaken = address !== '' && address !== 'None' && taken(address)
  const rule = `failed to allocate IP ${address}: provided IP is already allocated`
  return [...(isTaken ? [invalidValue('spec.clusterIPs', [address], rule)] : []), ...nodePortErrors(spec)]
}

function portNameErrors(
  name: string,
  field: string,
  isRequired: boolean,
  names: ReadonlySet<string>,
): readonly FieldError[] {
  if (name === '') return isRequired ? [requiredValue(field)] : []
  if (names.has(name)) return [{ field, type: 'Duplicate value', detail: printed(name) }]
  return invalidValues(field, name, labelErrors(name))
}

const outOfRange = (value: unknown, field: string): readonly FieldError[] => {
  const port = numberOf(value)
  return port !== undefined && (port < 1 || port > 65_535) ? [invalidValue(field, port, PORT_RANGE)] : []
}

const portErrors = ({ port, protocol, targetPort }: Fields, field: string): readonly FieldError[] => [
  ...outOfRange(port ?? 0, `${field}.port`),
  ...oneOf(protocol, PROTOCOLS, `${field}.protocol`),
  ...outOfRange(targetPort, `${field}.targetPort`),
  ...(typeof targetPort === 'string' && !/^[a-zA-Z0-9-]*$/.test(targetPort)
    ? [invalidValue(`${field}.targetPort`, targetPort, PORT_NAME)]
    : []),
]

function oneOf(value: unknown, allowed: readonly string[], field: string): readonly FieldError[] {
  if (!textOf(value)) return [requiredValue(field)]
  return allowed.includes(textOf(value)) ? [] : [unsupportedValue(field, value, allowed)]
}

const addressErrors = ({ clusterIPs }: Fields): readonly FieldError[] =>
  itemsOf(clusterIPs).flatMap((address, index) => {
    const isAddress = address === 'None' || ADDRESS.test(textOf(address)) || textOf(address).includes(':')
    const rule = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'
    return isAddress ? [] : [invalidValue(`spec.clusterIPs[${index}]`, address, rule)]
  })
