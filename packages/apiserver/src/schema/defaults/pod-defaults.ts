import { isObject, type JsonObject } from '../../json/json-value.ts'
import type { ConditionalDefaults, DefaultsTable } from './defaults-table.ts'
import { isEmpty, objectAt, objectsAt, textAt } from './members.ts'

/** The default pull policy of an image: `Always` for a mutable tag. */
function pullPolicyOf(image: string): string {
  if (image === '') return 'IfNotPresent'
  const name = image.slice(image.lastIndexOf('/') + 1)
  const [tagged = '', digest] = name.split('@')
  const tag = tagged.split(':')[1] ?? (digest === undefined ? 'latest' : '')
  return tag === 'latest' ? 'Always' : 'IfNotPresent'
}

const pullPolicy = (member: string, image: string): ConditionalDefaults => ({
  members: [member],
  of: object => (textAt(object, member) ? {} : { [member]: pullPolicyOf(textAt(object, image)) }),
})

/** Requests default to limits. */
function withRequests(container: JsonObject): JsonObject {
  const resources = objectAt(container, 'resources')
  const limits = objectAt(resources, 'limits')
  if (isEmpty(limits)) return container
  const requests = { ...limits, ...objectAt(resources, 'requests') }
  return { ...container, resources: { ...resources, requests } }
}

/** On the host network, host ports default to container ports. */
const withHostPort = (port: JsonObject): JsonObject =>
  port.hostPort ? port : { ...port, ...(port.containerPort ? { hostPort: port.containerPort } : {}) }

function podContainers(spec: JsonObject, name: string): Readonly<Record<string, unknown>> {
  if (!Array.isArray(spec[name])) return {}
  const containers = objectsAt(spec, name).map(withRequests)
  const onHost = (container: JsonObject): JsonObject =>
    Array.isArray(container.ports)
      ? { ...container, ports: objectsAt(container, 'ports').map(withHostPort) }
      : container
  return { [name]: spec.hostNetwork === true ? containers.map(onHost) : containers }
}

/** Keeps `podIP` and `podIPs` in sync. */
function podIPs(status: JsonObject): JsonObject {
  const first = objectsAt(status, 'podIPs')[0]
  if (first) return { ...status, podIP: first.ip }
  return status.podIP ? { ...status, podIPs: [{ ip: status.podIP }] } : status
}

/** Defaults of Pods. Those of `Pod` do not apply to Pod templates. */
export const POD_DEFAULTS: DefaultsTable = {
  'core.v1.Pod': {
    members: [],
    of({ spec, status }) {
      const containers = isObject(spec)
        ? {
            spec: { ...spec, ...podContainers(spec, 'initContainers'), ...podContainers(spec, 'containers') },
          }
        : {}
      return isObject(status) ? { ...containers, status: podIPs(status) } : containers
    },
  },
  'core.v1.PodSpec': {
    members: [],
    // The deprecated name has the value of the current one.
    of(spec) {
      const name = textAt(spec, 'serviceAccountName') || textAt(spec, 'serviceAccount')
      return name ? { serviceAccountName: name, serviceAccount: name } : {}
    },
  },
  'core.v1.Container': pullPolicy('imagePullPolicy', 'image'),
  'core.v1.EphemeralContainer': pullPolicy('imagePullPolicy', 'image'),
  'core.v1.ImageVolumeSource': pullPolicy('pullPolicy', 'reference'),
  'core.v1.Volume': {
    members: ['emptyDir'],
    of: volume => (Object.keys(volume).some(name => name !== 'name') ? {} : { emptyDir: {} }),
  },
}
