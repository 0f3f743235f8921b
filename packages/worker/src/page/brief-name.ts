import type { ObjectName } from '@kube-informer/core'

/** A name as it is sent: of an object only its namespace and name, which the host checks. */
export function briefName(object: ObjectName): ObjectName {
  const { metadata } = Object(object)
  return metadata ? { namespace: metadata.namespace, name: metadata.name } : object
}
