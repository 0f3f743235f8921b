import type { KubernetesObject, ResourceDefinition } from '@kube-informer/core'
import { textResponse } from '../http/respond.ts'
import { type AnyObject, fieldsOf, itemsOf, textOf } from '../object/any-object.ts'
import { badRequest, failure } from '../status/status-errors.ts'
import type { Call, ResourceRoute } from './call.ts'

/** Subresources that a kubelet serves. The fake has no kubelets. */
const CONNECTIONS = new Set(['log', 'exec', 'attach', 'portforward', 'proxy'])

/** Finds an object, or throws a 404. */
export type Find = (resource: ResourceDefinition, namespace: string, name: string) => KubernetesObject

/** Whether a path connects to a kubelet. */
export const isConnection = ({ subresource }: ResourceRoute): boolean => CONNECTIONS.has(subresource)

/**
 * A real server's responses without a kubelet: a Pod without a node cannot be connected to and has no log. The log of
 * any other Pod is empty.
 */
export function connect(
  { resource, namespace, name, subresource }: ResourceRoute,
  call: Call,
  find: Find,
): Response {
  if (resource.plural === 'services')
    throw unavailable(`no endpoints available for service ${JSON.stringify(name)}`)
  const object = find(resource, namespace, name)
  if (resource.plural === 'nodes') throw unavailable(`node ${name} has no kubelet`)
  if (subresource === 'proxy') throw badRequest('address not allowed')
  const { spec: anySpec } = object as AnyObject
  const spec = fieldsOf(anySpec)
  checkContainer(spec, name, call.query.get('container'))
  const isScheduled = textOf(spec.nodeName) !== ''
  if (subresource === 'log') return isScheduled ? textResponse('') : new Response(null, { status: 204 })
  if (!isScheduled) throw badRequest(`pod ${name} does not have a host assigned`)
  throw failure({ code: 500, message: 'error dialing backend: a fake apiserver has no kubelets' })
}

function checkContainer(
  spec: Readonly<Record<string, unknown>>,
  pod: string,
  container: string | null,
): void {
  const names = [spec.containers, spec.initContainers, spec.ephemeralContainers]
    .flatMap(itemsOf)
    .map(each => textOf(fieldsOf(each).name))
  if (container && !names.includes(container))
    throw badRequest(`container ${container} is not valid for pod ${pod}`)
}

const unavailable = (message: string) => failure({ code: 503, reason: 'ServiceUnavailable', message })
