import type { ResourceDefinition } from '@kube-informer/core'
import type { Connection } from '@kube-informer/worker'
import { useInsertionEffect, useState } from 'react'
import { useStore } from 'zustand'
import { useInformerContext } from '../provider.tsx'
import { resourceOf } from '../use-slice.ts'
import { createMutationStore, type MutationResult, type StartMutation } from './mutation-store.ts'
import { type UntypedWriteOptions, writeOf } from './write.ts'

/** Options of every mutation hook, before the types of a definition are added. */
export interface UntypedMutationOptions extends UntypedWriteOptions {
  readonly resource?: string | ResourceDefinition | undefined
  readonly connection?: Connection | undefined
}

/** Where a mutation hook writes. */
interface WriteTarget {
  readonly connection: Connection
  readonly resource: string | ResourceDefinition
}

/** The connection and the resource of a mutation hook. */
export function useWriteTarget(options: UntypedMutationOptions): WriteTarget {
  const context = useInformerContext(options.connection)
  const { connection } = context
  return { connection, resource: options.resource ?? (resourceOf({}, context) as string) }
}

/** The state of one hook's mutations. A mutation starts with the `start` of the last render that React committed. */
export function useStartedMutation(start: StartMutation): MutationResult<unknown, unknown> {
  const [{ latest, store }] = useState(() => {
    const latest = { start }
    return { latest, store: createMutationStore(variables => latest.start(variables)) }
  })
  // Before every other effect and event of this render.
  useInsertionEffect(() => {
    latest.start = start
  })
  return useStore(store)
}

/** A mutation of `connection.mutate`. Every mutation hook but the preview of an apply is a thin wrapper around this. */
export function useMutation(options: UntypedMutationOptions): MutationResult<unknown, unknown> {
  const { connection, resource } = useWriteTarget(options)
  return useStartedMutation(variables => connection.mutate(writeOf(resource, options, variables)))
}
