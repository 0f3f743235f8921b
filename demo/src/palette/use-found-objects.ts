import type { ObjectMeta } from '@kube-informer/core'
import { skipToken, useLister, useResourceTable } from '@kube-informer/react'
import { definedName, type Kind } from '../kinds/kind.ts'

const FIRST = { offset: 0, limit: 20 } as const

/** The metadata of the first objects of a kind whose `namespace/name` contains a text. The worker searches; the result is live. */
export function useFoundObjects(kind: Kind, text: string, enabled: boolean): readonly ObjectMeta[] {
  const name = definedName(kind)
  const options = { window: FIRST, filter: { text }, enabled }
  const listed = useLister({ ...options, resource: name ?? skipToken })
  const table = useResourceTable(name === undefined ? kind : skipToken, options)
  const rows = name === undefined ? table.data : listed.data
  return rows.flatMap(({ metadata }) => metadata ?? [])
}
