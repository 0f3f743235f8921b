import { keyOf } from '../object/object-location.ts'
import type { Target } from './target.ts'

/** Resources with another path in etcd. */
const FOLDERS: Readonly<Record<string, string>> = {
  services: 'services/specs',
  endpoints: 'services/endpoints',
  nodes: 'minions',
  replicationcontrollers: 'controllers',
  ingresses: 'ingress',
}

/** An object's etcd key, which some messages contain. */
export function storageKeyOf(target: Target): string {
  const { group, plural } = target.kind.resource
  const folder = target.kind.isBuiltIn ? (FOLDERS[plural] ?? plural) : `${group}/${plural}`
  return `/registry/${folder}/${keyOf(target)}`
}
