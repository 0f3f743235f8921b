import { expect, test } from 'vitest'
import { StatusError } from '../../api/errors.ts'
import type { KubernetesObject, WatchEvent } from '../../api/object.ts'
import { readInitialEvents } from './initial-events.ts'
import type { OpenWatch } from './open-watch.ts'

type Event = WatchEvent<KubernetesObject>
const event = (type: 'ADDED' | 'MODIFIED' | 'DELETED', name: string, label = ''): Event => ({
  type,
  object: { metadata: { name, labels: { label } } },
})
const bookmark = (resourceVersion?: string, end?: string): Event => ({
  type: 'BOOKMARK',
  object: {
    metadata: {
      ...(resourceVersion === undefined ? {} : { resourceVersion }),
      ...(end === undefined ? {} : { annotations: { 'k8s.io/initial-events-end': end } }),
    },
  },
})

async function read(reads: readonly (readonly Event[])[], signal = new AbortController().signal) {
  const left = [...reads]
  const returned: Event[] = []
  const received: number[] = []
  const watch = {
    end: 'closed',
    next: async () => left.shift(),
    putBack: (events: readonly Event[]) => void returned.push(...events),
  } as unknown as OpenWatch<KubernetesObject>
  const result = await readInitialEvents(watch, {
    keyOf: ({ metadata }) => metadata?.name ?? '',
    transform: object => ({ ...object, transformed: true }),
    description: 'watch pods',
    isSkipped: ({ object }) => (object as KubernetesObject).metadata?.name === 'skipped',
    onReceived: count => void received.push(count),
    signal,
  })
  return { result, returned, received }
}

test('the objects are those at the end bookmark, and later events remain for the watch', async () => {
  const { result, returned, received } = await read([
    [event('ADDED', 'a'), event('ADDED', 'b'), event('ADDED', 'skipped')],
    [event('MODIFIED', 'a', 'new'), event('DELETED', 'b'), bookmark('5'), event('ADDED', 'c')],
    [event('ADDED', 'd'), bookmark('7', 'true'), event('ADDED', 'e'), bookmark('8', 'true')],
  ])
  const transformed = (name: string, label = '') => ({
    metadata: { name, labels: { label } },
    transformed: true,
  })
  expect(result).toEqual({
    type: 'complete',
    resourceVersion: '7',
    items: [transformed('a', 'new'), transformed('c'), transformed('d')],
  })
  expect(returned).toEqual([event('ADDED', 'e'), bookmark('8', 'true')])
  expect(received).toEqual([2, 2])
})

test.each([[bookmark('7', 'false')], [bookmark('7')], [bookmark('7', '')]])(
  'a bookmark %j does not end them',
  async last => {
    expect((await read([[event('ADDED', 'a'), last]])).result).toEqual({ type: 'truncated', end: 'closed' })
  },
)

test('an end bookmark without a resourceVersion has an empty one', async () => {
  expect((await read([[bookmark(undefined, 'true')]])).result).toEqual({
    type: 'complete',
    resourceVersion: '',
    items: [],
  })
})

test('an ERROR event is an error of the watch', async () => {
  const { result } = await read([
    [event('ADDED', 'a'), { type: 'ERROR', object: { code: 410, message: 'too old' } }],
  ])
  if (result.type !== 'failed') throw new Error(`the result is ${result.type}`)
  expect(result.error).toBeInstanceOf(StatusError)
  expect(result.error).toMatchObject({ code: 410, message: 'watch pods: too old' })
})

test('after an abort nothing is read', async () => {
  const { result, received } = await read([[event('ADDED', 'a'), bookmark('7', 'true')]], AbortSignal.abort())
  expect([result, received]).toEqual([{ type: 'truncated', end: 'closed' }, []])
})
