import { expect, test } from 'vitest'
import { StatusError } from '../../api/errors.ts'
import type { ListContext, ListerWatcher, ListOptions, ListProgress } from '../../api/lister-watcher.ts'
import type { KubernetesObject, List } from '../../api/object.ts'
import { listPages } from './list-pages.ts'

type Page =
  | Error
  | { readonly count: number; readonly token?: string; readonly remaining?: number; readonly bytes?: number }

/** Lists these pages in turn. Each page reports the progress of its own items, of an expected number if it is the first. */
async function list(pages: readonly Page[], limit?: number) {
  const requests: ListOptions[] = []
  const progress: ListProgress[] = []
  const bytes: number[] = []
  const next = async (options: ListOptions, context: ListContext): Promise<List<KubernetesObject>> => {
    const page = pages[requests.length] ?? { count: 0 }
    requests.push(options)
    if (page instanceof Error) throw page
    const { count, token, remaining, bytes: size } = page
    context.onBytes?.(size ?? 1)
    context.onProgress?.(requests.length === 1 ? { received: count, expected: 9 } : { received: count })
    return {
      metadata: {
        resourceVersion: '7',
        ...(token === undefined ? {} : { continue: token }),
        ...(remaining === undefined ? {} : { remainingItemCount: remaining }),
      },
      items: Array.from({ length: count }, (_, at) => ({ metadata: { name: `${requests.length}-${at}` } })),
    }
  }
  const listerWatcher = { list: next } as unknown as ListerWatcher<KubernetesObject>
  const listed = await listPages(listerWatcher, {
    resourceVersion: '5',
    limit,
    signal: new AbortController().signal,
    onProgress: each => void progress.push(each),
    onBytes: each => void bytes.push(each),
  })
  return { requests, progress, bytes, ...listed, items: listed.items.map(({ metadata }) => metadata?.name) }
}

test('the progress is that over all pages, with what the server says remains', async () => {
  const pages = [
    { count: 2, token: 'a', remaining: 3 },
    { count: 2, token: 'b', remaining: 1 },
    { count: 1, remaining: 4 },
  ]
  expect(await list(pages)).toEqual({
    requests: [
      { resourceVersion: '5', limit: 500 },
      { limit: 500, continue: 'a' },
      { limit: 500, continue: 'b' },
    ],
    progress: [
      { received: 2, expected: 9 },
      { received: 2, expected: 5 },
      { received: 4 },
      { received: 4, expected: 5 },
      { received: 5 },
    ],
    bytes: [1, 1, 1],
    items: ['1-0', '1-1', '2-0', '2-1', '3-0'],
    resourceVersion: '7',
    paginated: true,
  })
})

test('a server that does not say what remains has no expected number', async () => {
  const { progress } = await list([{ count: 2, token: 'a' }, { count: 1 }], 2)
  expect(progress).toEqual([{ received: 2, expected: 9 }, { received: 3 }])
})

test('a limit of 0 requests everything at once', async () => {
  expect(await list([{ count: 2 }], 0)).toMatchObject({
    requests: [{ resourceVersion: '5', limit: 0 }],
    paginated: false,
  })
})

test('a full list after an expired token starts its progress again', async () => {
  const expired = new StatusError({ code: 410, reason: 'Expired' })
  const { requests, progress, items } = await list([{ count: 2, token: 'a' }, expired, { count: 3 }])
  expect(requests.at(-1)).toEqual({ resourceVersion: '5', limit: 0 })
  expect(progress).toEqual([{ received: 2, expected: 9 }, { received: 3 }])
  expect(items).toEqual(['3-0', '3-1', '3-2'])
})

test('the bytes of all pages are limited', async () => {
  const page = { count: 1, bytes: 1024 ** 3 }
  const pages = (last: number) => [
    { ...page, token: 'a' },
    { ...page, bytes: last },
  ]
  expect((await list(pages(1024 ** 3))).items).toHaveLength(2)
  await expect(list(pages(1024 ** 3 + 1))).rejects.toThrow('the list exceeds')
})
