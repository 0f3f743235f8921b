import { countOf, type Fields, fieldsOf, itemsOf, numberOf, textOf } from '../object/any-object.ts'
import { labelErrors, labelValueErrors, qualifiedNameErrors } from '../object/names.ts'
import {
  invalidValue,
  invalidValues,
  printed,
  requiredValue,
  unsupportedValue,
} from '../status/field-errors.ts'
import type { FieldError } from '../status/status-errors.ts'
import { amountOf } from './quantity.ts'

const PORT_RANGE = 'must be between 1 and 65535, inclusive'
const PROTOCOLS: readonly string[] = ['SCTP', 'TCP', 'UDP']
const PULL_POLICIES: readonly string[] = ['Always', 'IfNotPresent', 'Never']
const RESTART_POLICIES: readonly string[] = ['Always', 'OnFailure', 'Never']
const DNS_POLICIES: readonly string[] = ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None']
const MAX_SECONDS = 2 ** 31 - 1

/** Errors in the Pod spec at `field`. Defaults are set. */
export function podSpecErrors(spec: Fields, field: string): readonly FieldError[] {
  const volumes = itemsOf(spec.volumes).map(fieldsOf)
  const volumeNames = new Set(volumes.map(({ name }) => name))
  const containers = itemsOf(spec.containers).map(fieldsOf)
  const initContainers = itemsOf(spec.initContainers).map(fieldsOf)
  const containerNames = new Set(containers.map(({ name }) => name))
  return [
    ...volumeErrors(volumes, `${field}.volumes`),
    ...(containers.length === 0 ? [requiredValue(`${field}.containers`)] : []),
    ...containers.flatMap((container, index) =>
      containerErrors(container, `${field}.containers[${index}]`, volumeNames),
    ),
    ...repeatedNameErrors(containers, `${field}.containers`, new Set()),
    ...initContainers.flatMap((container, index) =>
      containerErrors(container, `${field}.initContainers[${index}]`, volumeNames),
    ),
    ...repeatedNameErrors(initContainers, `${field}.initContainers`, containerNames),
    ...oneOf(spec.restartPolicy, RESTART_POLICIES, `${field}.restartPolicy`),
    ...oneOf(spec.dnsPolicy, DNS_POLICIES, `${field}.dnsPolicy`),
    ...nodeSelectorErrors(fieldsOf(spec.nodeSelector), `${field}.nodeSelector`),
    ...deadlineErrors(spec.activeDeadlineSeconds, `${field}.activeDeadlineSeconds`),
    ...containers.flatMap(({ image }, index) =>
      paddedErrors(textOf(image), `${field}.containers[${index}].image`),
    ),
  ]
}

function oneOf(value: unknown, allowed: readonly string[], field: string): readonly FieldError[] {
  if (value === undefined || value === '') return [requiredValue(field)]
  return allowed.includes(textOf(value)) ? [] : [unsupportedValue(field, value, allowed)]
}

function nameErrors(name: string, field: string): readonly FieldError[] {
  return name === '' ? [requiredValue(field)] : invalidValues(field, name, labelErrors(name))
}

function volumeErrors(volumes: readonly Fields[], field: string): readonly FieldError[] {
  const seen = new Set<string>()
  return volumes.flatMap((volume, index) => {
    const name = textOf(volume.name)
    const at = `${field}[${index}].name`
    if (seen.has(name)) return [duplicateValue(at, name)]
    seen.add(name)
    return nameErrors(name, at)
  })
}

function containerErrors(
  container: Fields,
  field: string,
  volumeNames: ReadonlySet<unknown>,
): readonly FieldError[] {
  const { name, image, imagePullPolicy } = container
  return [
    ...nameErrors(textOf(name), `${field}.name`),
    ...(textOf(image) === '' ? [requiredValue(`${field}.image`)] : []),
    ...itemsOf(container.ports).flatMap((port, index) =>
      portErrors(fieldsOf(port), `${field}.ports[${index}]`),
    ),
    ...itemsOf(container.env).flatMap((variable, index) =>
      textOf(fieldsOf(variable).name) === '' ? [requiredValue(`${field}.env[${index}].name`)] : [],
    ),
    ...itemsOf(container.volumeMounts).flatMap((mount, index) =>
      mountErrors(fieldsOf(mount), `${field}.volumeMounts[${index}]`, volumeNames),
    ),
    ...oneOf(imagePullPolicy, PULL_POLICIES, `${field}.imagePullPolicy`),
    ...resourceErrors(fieldsOf(container.resources), `${field}.resources`),
  ]
}

function portErrors({ containerPort, protocol }: Fields, field: string): readonly FieldError[] {
  const port = countOf(containerPort)
  const at = `${field}.containerPort`
  const inRange = port >= 1 && port <= 65_535
  return [
    ...(port === 0 ? [requiredValue(at)] : inRange ? [] : [invalidValue(at, port, PORT_RANGE)]),
    ...oneOf(protocol, PROTOCOLS, `${field}.protocol`),
  ]
}

const paddedErrors = (image: string, field: string): readonly FieldError[] =>
  image.trim() === image ? [] : [invalidValue(field, image, 'must not have leading or trailing whitespace')]

function mountErrors(
  { name, mountPath }: Fields,
  field: string,
  volumeNames: ReadonlySet<unknown>,
): readonly FieldError[] {
  const at = `${field}.name`
  const missing: FieldError = { field: at, type: 'Not found', detail: printed(name) }
  return [
    ...(textOf(name) === '' ? [requiredValue(at)] : volumeNames.has(name) ? [] : [missing]),
    ...(textOf(mountPath) === '' ? [requiredValue(`${field}.mountPath`)] : []),
  ]
}

function resourceErrors({ requests, limits }: Fields, field: string): readonly FieldError[] {
  return Object.entries(fieldsOf(limits)).flatMap(([name, limit]) => {
    const request = fieldsOf(requests)[name]
    const isOver = amountOf(request) > amountOf(limit)
    const rule = `must be less than or equal to ${name} limit of ${limit}`
    return isOver ? [invalidValue(`${field}.requests`, request, rule)] : []
  })
}

function repeatedNameErrors(
  containers: readonly Fields[],
  field: string,
  taken: ReadonlySet<unknown>,
): readonly FieldError[] {
  const seen = new Set(taken)
  return containers.flatMap(({ name }, index) => {
    const isRepeated = textOf(name) !== '' && seen.has(name)
    seen.add(name)
    return isRepeated ? [duplicateValue(`${field}[${index}].name`, name)] : []
  })
}

const nodeSelectorErrors = (selector: Fields, field: string): readonly FieldError[] =>
  Object.entries(selector).flatMap(([key, value]) => [
    ...invalidValues(field, key, qualifiedNameErrors(key)),
    ...invalidValues(field, value, labelValueErrors(textOf(value))),
  ])

function deadlineErrors(value: unknown, field: string): readonly FieldError[] {
  const seconds = numberOf(value)
  if (seconds === undefined || (seconds >= 1 && seconds <= MAX_SECONDS)) return []
  return [invalidValue(field, seconds, `must be between 1 and ${MAX_SECONDS}, inclusive`)]
}

const duplicateValue = (field: string, value: unknown): FieldError => ({
  field,
  type: 'Duplicate value',
  detail: printed(value),
})
