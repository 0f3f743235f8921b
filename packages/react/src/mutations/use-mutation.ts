import type { ResourceDefinition } from '@kube-informer/core'
import type { Connection } from '@kube-informer/worker'
import { useInsertionEffect, useRef, useState, useSyncExternalStore } from 'react'
import { resourceOf, useInformerContext } from '../context/provider.tsx'
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

/** Starts a mutation with the options of its hook. */
type StartWith<TOptions> = (options: TOptions & WriteTarget, variables: never) => ReturnType<StartMutation>

const write: StartWith<UntypedMutationOptions> = (options, variables) =>
  options.connection.mutate(writeOf(options.resource, options, variables))

/**
 * The state of one hook's mutations. A mutation starts with the options of the last render that React committed. Every
 * mutation hook is a thin wrapper around this.
 */
export function useMutation<TOptions extends UntypedMutationOptions>(
  options: TOptions,
  startWith: StartWith<TOptions> = write,
): MutationResult<unknown, unknown> {
  const context = useInformerContext(options.connection)
  const { connection } = context
  const resource = options.resource ?? (resourceOf({}, context) as string)
  const start: StartMutation = variables => startWith({ ...options, connection, resource }, variables)
  const latest = useRef(start)
  const [store] = useState(() => createMutationStore(variables => latest.current(variables)))
  // Before every other effect and event of this render.
  useInsertionEffect(() => {
    latest.current = start
  })
  return useSyncExternalStore(store.subscribe, store.getState, store.getInitialState)
}
