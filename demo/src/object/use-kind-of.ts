import { apiVersionOf } from '@kube-informer/core'
import { useDiscovery } from '@kube-informer/react'
import { informers } from '../informers/informers.ts'
import type { Kind } from '../kinds/kind.ts'

const DEFINED: readonly Kind[] = Object.values(informers).map(({ resource }) => resource)

/** Finds a kind by what references have: the apiVersion and the kind. In another version of the group, if it is served only there. */
export function useKindOf(): (apiVersion: string | undefined, kind: string | undefined) => Kind | undefined {
  const { data } = useDiscovery()
  return (apiVersion = 'v1', name) => {
    const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : ''
    const same = [...data, ...DEFINED].filter(kind => kind.kind === name && kind.group === group)
    return same.find(kind => apiVersionOf(kind) === apiVersion) ?? same[0]
  }
}
