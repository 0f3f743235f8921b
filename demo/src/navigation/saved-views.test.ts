import { expect, test } from 'vitest'
import { defaultSearch, type SavedView, withDefault, withName, withoutView, withView } from './saved-views.ts'

const failing: SavedView = { name: 'Failing', kind: 'core/v1/pods', search: { filter: 'status!=Running' } }
const shop: SavedView = { name: 'Shop', kind: 'core/v1/pods', search: { namespace: 'shop' } }
const nodes: SavedView = { name: 'Failing', kind: 'core/v1/nodes', search: {} }

test('views are sorted by name, and a name is taken once in a kind', () => {
  const views = [shop, failing, nodes].reduce(withView, [] as readonly SavedView[])
  expect(views.map(({ name }) => name)).toEqual(['Failing', 'Failing', 'Shop'])
  const next = withView(views, { ...failing, search: { filter: 'a' } })
  expect(next).toHaveLength(3)
  expect(next.find(({ kind, name }) => kind === failing.kind && name === 'Failing')?.search.filter).toBe('a')
})

test('a view is renamed and removed', () => {
  expect(withName([failing, shop], shop, 'All of shop')[0]).toEqual({ ...shop, name: 'All of shop' })
  expect(withoutView([failing, nodes], failing)).toEqual([nodes])
})

test('a kind has one default at most', () => {
  const views = withDefault(withDefault([failing, shop, nodes], failing, true), shop, true)
  expect(defaultSearch(views, 'core/v1/pods')).toEqual(shop.search)
  expect(defaultSearch(withDefault(views, shop, false), 'core/v1/pods')).toBeUndefined()
  expect(defaultSearch(views, 'core/v1/nodes')).toBeUndefined()
})
