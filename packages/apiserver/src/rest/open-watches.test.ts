import type { CacherWatch } from '@kube-informer/cacher'
import { expect, test } from 'vitest'
import { OpenWatches } from './open-watches.ts'

/** Open watches, and the names of those that were ended. */
function setUp() {
  const watches = new OpenWatches()
  const ended: string[] = []
  const open = (name: string, hasUnread = false) => {
    const watch: Pick<CacherWatch, 'hasUnread' | 'end'> = { hasUnread, end: () => void ended.push(name) }
    const broken = new AbortController()
    watches.add(watch as CacherWatch, new Request(`http://fake/${name}`), broken)
    return { watch: watch as CacherWatch, broken }
  }
  return { watches, ended, open }
}

test('open watches are counted until they are deleted', () => {
  const { watches, open } = setUp()
  const { watch } = open('a')
  open('b')
  expect(watches.size).toBe(2)
  watches.delete(watch)
  expect(watches.size).toBe(1)
})

test('events are unread if they are of any watch', () => {
  const { watches, open } = setUp()
  expect(watches.hasUnread).toBe(false)
  open('a')
  expect(watches.hasUnread).toBe(false)
  const { watch } = open('b', true)
  open('c')
  expect(watches.hasUnread).toBe(true)
  watches.delete(watch)
  expect(watches.hasUnread).toBe(false)
})

test('all of them end, or those whose requests match', () => {
  const { watches, ended, open } = setUp()
  for (const name of ['a', 'b', 'c']) open(name)
  watches.endOf(({ url }) => url.endsWith('b'))
  expect(ended).toEqual(['b'])
  watches.end()
  expect(ended).toEqual(['b', 'a', 'b', 'c'])
})

test('all of them break', () => {
  const { watches, ended, open } = setUp()
  const signals = ['a', 'b'].map(name => open(name).broken.signal)
  watches.break()
  expect(signals.map(({ reason }) => String(reason))).toEqual([
    'TypeError: terminated',
    'TypeError: terminated',
  ])
  expect(ended).toEqual([])
})
