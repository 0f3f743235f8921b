import { describe, expect, it } from 'vitest'
import { subscriptionKey } from './subscription.ts'

describe('subscriptionKey', () => {
  it('is the same for equal subscriptions, with their members in any order', () => {
    const one = subscriptionKey({
      resource: 'pods',
      slice: { window: { offset: 0, limit: 5 }, groupBy: 'node' },
    })
    const two = subscriptionKey({
      slice: { groupBy: 'node', window: { limit: 5, offset: 0 } },
      resource: 'pods',
    })
    expect(one).toBe(two)
  })

  it('ignores undefined members', () => {
    expect(subscriptionKey({ resource: 'pods', scope: undefined })).toBe(
      subscriptionKey({ resource: 'pods' }),
    )
  })

  it('is the JSON text of its members in alphabetical order, at every depth', () => {
    const sort = [{ descending: true, by: 'b.c' }, { by: 'a.b' }]
    const filter = { where: { path: 'a.b', eq: null } }
    expect(subscriptionKey({ slice: { sort, filter }, resource: 'pods', scope: { namespace: '' } })).toBe(
      '{"resource":"pods","scope":{"namespace":""},"slice":{"filter":{"where":{"eq":null,"path":"a.b"}},' +
        '"sort":[{"by":"b.c","descending":true},{"by":"a.b"}]}}',
    )
  })

  it('differs between slices', () => {
    const key = (value: string) =>
      subscriptionKey({ resource: 'pods', slice: { target: { type: 'index', index: 'node', value } } })
    expect(key('a')).not.toBe(key('b'))
  })
})
