import { expect, test, vi } from 'vitest'
import type { Slice } from '../../api/subscription.ts'
import { OpenViews } from './open-views.ts'

const ofKey = (key: string): Slice => ({ target: { type: 'key', key } })

/** A view that records the keys it was marked with, and holds those that `holds` accepts. */
function viewOf(slice: Slice, holds = (_key: string) => true) {
  const marked: string[] = []
  const mark = (key: string): boolean => {
    marked.push(key)
    return holds(key)
  }
  return { slice, marked, view: { mark } }
}

test('with 10,000 views of one object each, a change costs one look-up and marks one view', () => {
  const views = new OpenViews<ReturnType<typeof viewOf>>()
  const all = Array.from({ length: 10_000 }, (_, i) => viewOf(ofKey(`x/${i}`)))
  for (const [i, view] of all.entries()) views.set(`${i}`, view)
  const get = vi.spyOn(Map.prototype, 'get')
  const marked = views.mark(['x/77'])
  const lookUps = get.mock.calls.length
  get.mockRestore()
  expect(lookUps).toBe(1)
  expect(marked).toEqual([all[77]])
  expect(all.flatMap(view => view.marked)).toEqual(['x/77'])
})

test('views of several objects, and all views of one object, are marked; each is returned once', () => {
  const views = new OpenViews<ReturnType<typeof viewOf>>()
  const everything = viewOf({})
  const others = viewOf({ target: { type: 'index', index: 'namespace', value: 'y' } }, key => key === 'y/b')
  const [first, second] = [viewOf(ofKey('x/a')), viewOf({ ...ofKey('x/a'), sort: { by: '.a' } })]
  for (const [i, view] of [everything, others, first, second].entries()) views.set(`${i}`, view)
  expect(new Set(views.mark(['x/a', 'x/b']))).toEqual(new Set([everything, first, second]))
  expect(everything.marked).toEqual(['x/a', 'x/b'])
  expect(views.mark(['y/b'])).toEqual([everything, others])
})

test('a removed view is not marked; the others of its object are', () => {
  const views = new OpenViews<ReturnType<typeof viewOf>>()
  const [first, second, wide] = [viewOf(ofKey('x/a')), viewOf(ofKey('x/a')), viewOf({})]
  for (const [i, view] of [first, second, wide].entries()) views.set(`${i}`, view)
  views.delete('0')
  views.delete('2')
  views.delete('none')
  expect(views.mark(['x/a'])).toEqual([second])
  expect([views.size, views.get('0'), views.list()]).toEqual([1, undefined, [second]])
  views.delete('1')
  expect([views.mark(['x/a']), views.size]).toEqual([[], 0])
})
