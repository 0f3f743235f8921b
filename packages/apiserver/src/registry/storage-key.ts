import { keyOf } from '../object/object-location.ts'
import type { Target } from './target.ts'

/** Where etcd has resources that are not under their own name. */
const FOLDERS: Readonly<Record<string, string>> = {
  services: 'services/specs',
  endpoints: 'services/endpoints',
  nodes: 'minions',
  replicationcontrollers: 'controllers',
  ingresses: 'ingress',
}

/** The key of an object in etcd, as it shows in some refusals. */
export function storageKeyOf(target: Target): string {
  const { group, plural } = target.kind.resource
  const folder = target.kind.isBuiltIn ? (FOLDERS[plural] ?? plural) : `${group}/${plural}`
  return `/registry/${folder}/${keyOf(target)}`
}
