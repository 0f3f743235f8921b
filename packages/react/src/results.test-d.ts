import type { Connection, RelatedNode, RelatedObject, RelatedStatus } from '@kube-informer/worker'
import { expectTypeOf, test } from 'vitest'
import { type FetchStatus, keepPreviousData, type RelatedResult, skipToken } from './index.ts'
import {
  connection,
  type Deployment,
  type deployments,
  hooks,
  type informers,
  type Pod,
  podHooks,
  type Widget,
  widgets,
} from './test/typed-informers.ts'

declare const other: Connection<{ pods: { resource: typeof deployments } }>

test('the flags of a result have the types of TanStack Query', () => {
  const result = podHooks.useLister()
  expectTypeOf(result.isPending).toEqualTypeOf<boolean>()
  expectTypeOf(result.isError).toEqualTypeOf<boolean>()
  expectTypeOf(result.isEnabled).toEqualTypeOf<boolean>()
  expectTypeOf(result.isPlaceholderData).toEqualTypeOf<boolean>()
  expectTypeOf(result.isStale).toEqualTypeOf<boolean>()
  expectTypeOf(result.fetchStatus).toEqualTypeOf<FetchStatus>()
})

test('placeholder data have the type of the data, and do not change it', () => {
  const kept = podHooks.useByIndex('namespace', 'a', { placeholderData: keepPreviousData })
  expectTypeOf(kept.data).toEqualTypeOf<readonly Pod[]>()
  const selected = podHooks.useLister({
    select: pod => pod.spec.nodeName ?? '',
    placeholderData: (previous, result) => (result?.isStale ? previous : ['none']),
  })
  expectTypeOf(selected.data).toEqualTypeOf<readonly string[]>()
  expectTypeOf(podHooks.useObject('a/b', { placeholderData: keepPreviousData }).data).toEqualTypeOf<
    Pod | undefined
  >()
  podHooks.useIndexValues('node', { placeholderData: keepPreviousData })
  // @ts-expect-error rows of another type
  podHooks.useLister({ placeholderData: [{ colour: 'red' }] })
})

test('throwOnError receives the error and the result', () => {
  podHooks.useLister({ throwOnError: true })
  podHooks.useLister({ throwOnError: (error, { total }) => error.message !== '' && total === 0 })
  // @ts-expect-error not a boolean
  podHooks.useLister({ throwOnError: 'yes' })
})

test('skipToken disables where null does', () => {
  podHooks.useObject(skipToken)
  podHooks.useByIndex('namespace', skipToken)
  podHooks.useIndexValues(skipToken)
  podHooks.useRelated(skipToken)
  podHooks.useAccess({ verb: 'list', resource: skipToken, enabled: false })
  expectTypeOf(hooks.useLister({ resource: skipToken }).total).toEqualTypeOf<number>()
})

test('an object is named by its key, by its namespace and name, or by itself', () => {
  expectTypeOf(podHooks.useObject('a/b').data).toEqualTypeOf<Pod | undefined>()
  podHooks.useObject({} as Pod)
  podHooks.useSuspenseObject({} as Pod)
  podHooks.useRelated({ resource: 'pods', object: {} as Pod })
  podHooks.useRelated({ resource: 'pods', object: { namespace: 'a', name: 'b' } })
  // @ts-expect-error the name is `object`
  podHooks.useRelated({ resource: 'pods', namespace: 'a', name: 'b' })
  expectTypeOf(podHooks.useObject({ namespace: 'a', name: 'b' }).data).toEqualTypeOf<Pod | undefined>()
  podHooks.useObject({ name: 'node-1' })
  // @ts-expect-error no name
  podHooks.useObject({ namespace: 'a' })
})

test('every hook takes a connection of the definition', () => {
  podHooks.useLister({ connection })
  podHooks.useByIndex('node', 'a', { connection })
  podHooks.useObject('a/b', { connection })
  podHooks.useIndexValues('node', { connection })
  podHooks.useInformerStatus({ connection })
  podHooks.useConnectionStatus({ connection })
  podHooks.useAccess({ verb: 'list', connection })
  podHooks.useRelated({ resource: 'pods', object: 'a' }, { connection })
  podHooks.useSuspenseLister({ connection })
  // @ts-expect-error a connection of another definition
  podHooks.useLister({ connection: other })
})

test('a tree has the objects of the definition', () => {
  const { data } = hooks.useRelated({ resource: 'deployments', object: 'a/b' }, { depth: 2 })
  expectTypeOf(data).toEqualTypeOf<RelatedNode<RelatedObject<typeof informers>> | undefined>()
  if (data?.resource === 'deployments') expectTypeOf(data.object.spec.replicas).toEqualTypeOf<number>()
  // @ts-expect-error no such resource
  hooks.useRelated({ resource: 'podz', object: 'a' })
  // @ts-expect-error no such resource
  hooks.useRelated({ resource: 'pods', object: 'a' }, { resources: ['podz'] })
})

test('the result of a tree has the flags of the others, and a status of its own', () => {
  const result = hooks.useRelated({ resource: 'pods', object: 'a' })
  expectTypeOf(result).toEqualTypeOf<RelatedResult<RelatedObject<typeof informers>>>()
  expectTypeOf(result.status).toEqualTypeOf<RelatedStatus>()
  expectTypeOf(result.error).toEqualTypeOf<Error | undefined>()
  expectTypeOf(result.isPending).toEqualTypeOf<boolean>()
  expectTypeOf(result.fetchStatus).toEqualTypeOf<FetchStatus>()
  hooks.useRelated(null, { enabled: false, throwOnError: (_, { data }) => data === undefined })
  // @ts-expect-error not a number
  hooks.useRelated({ resource: 'pods', object: 'a' }, { limit: 'all' })
  // @ts-expect-error a tree has no placeholder
  hooks.useRelated({ resource: 'pods', object: 'a' }, { placeholderData: keepPreviousData })
})

test('hooks that suspend have data of their own, and cannot be disabled', () => {
  const { data, isPending, isPlaceholderData } = podHooks.useSuspenseByIndex('node', 'n1', {
    sort: { by: 'restarts' },
  })
  expectTypeOf(data).toEqualTypeOf<readonly Pod[]>()
  expectTypeOf(isPending).toEqualTypeOf<false>()
  expectTypeOf(isPlaceholderData).toEqualTypeOf<false>()
  expectTypeOf(hooks.useSuspenseLister({ resource: 'deployments' }).data).toEqualTypeOf<
    readonly Deployment[]
  >()
  expectTypeOf(podHooks.useSuspenseObject({ name: 'a' }).data).toEqualTypeOf<Pod | undefined>()
  expectTypeOf(podHooks.useSuspenseObject('a/b', { select: pod => pod.spec.nodeName }).data).toEqualTypeOf<
    string | undefined
  >()
  expectTypeOf(hooks.useSuspenseLister({ resource: widgets }).data).toEqualTypeOf<readonly Widget[]>()
  expectTypeOf(hooks.useSuspenseLister().data).toEqualTypeOf<readonly (Pod | Deployment)[]>()
  expectTypeOf(
    podHooks.useSuspenseByIndex('namespace', ['a', 'b'], { select: pod => pod.spec.nodeName }).data,
  ).toEqualTypeOf<readonly (string | undefined)[]>()
  podHooks.useSuspenseLister({
    filter: { predicate: 'bad' },
    groupBy: 'node',
    window: { offset: 0, limit: 1 },
  })
  // @ts-expect-error no such predicate
  podHooks.useSuspenseLister({ filter: { predicate: 'baad' } })
  // @ts-expect-error a predicate of another resource
  hooks.useSuspenseByIndex('namespace', 'a', { resource: 'deployments', filter: { predicate: 'bad' } })
  // @ts-expect-error no such resource
  hooks.useSuspenseObject('a/b', { resource: 'podz' })
  // @ts-expect-error errors without data are always thrown
  podHooks.useSuspenseLister({ throwOnError: false })
  // @ts-expect-error no such index
  podHooks.useSuspenseByIndex('nodes', 'n1')
  // @ts-expect-error no such comparator
  podHooks.useSuspenseLister({ sort: { by: 'restartz' } })
  // @ts-expect-error cannot be disabled
  podHooks.useSuspenseObject(null)
  // @ts-expect-error cannot be disabled
  podHooks.useSuspenseLister({ enabled: false })
  // @ts-expect-error cannot be disabled
  podHooks.useSuspenseLister({ resource: null })
  // @ts-expect-error it suspends instead
  podHooks.useSuspenseLister({ placeholderData: keepPreviousData })
})

test('a connection ensures data of the type of the resource', () => {
  expectTypeOf(connection.ensure({ resource: 'pods' })).resolves.toHaveProperty('data')
  expectTypeOf(connection.ensure({ resource: 'pods' }).then(({ data }) => data)).toEqualTypeOf<
    Promise<readonly Pod[]>
  >()
})
