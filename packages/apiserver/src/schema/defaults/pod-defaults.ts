import { isObject, type JsonObject } from '../../json/json-value.ts'
import type { ConditionalDefaults, DefaultsTable } from './defaults-table.ts'
import { isEmpty, objectAt, objectsAt, textAt } from './members.ts'

/** An image that may change under its name is pulled each time. */
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

/** What is limited and not asked for is asked for up to its limit. */
function withRequests(container: JsonObject): JsonObject {
  const resources = objectAt(container, 'resources')
  const limits = objectAt(resources, 'limits')
  if (isEmpty(limits)) return container
  const requests = { ...limits, ...objectAt(resources, 'requests') }
  return { ...container, resources: { ...resources, requests } }
}

/** On the host's network a container's port is the host's. */
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

/** An address, and the list that begins with it. */
function podIPs(status: JsonObject): JsonObject {
  const first = objectsAt(status, 'podIPs')[0]
  if (first) return { ...status, podIP: first.ip }
  return status.podIP ? { ...status, podIPs: [{ ip: status.podIP }] } : status
}

/** Pods and what is in them. Some holds of Pods only, and not of the templates of Pods. */
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
    // The older name follows the newer one.
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
