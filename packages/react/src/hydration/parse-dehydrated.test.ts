import { subscriptionKey } from '@kube-informer/worker'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DehydratedInformers, DehydratedSlice } from './dehydrated.ts'
import { parseDehydrated } from './parse-dehydrated.ts'

const KEY = subscriptionKey({ resource: 'pods' })
const POD = {
  metadata: { namespace: 'x', name: 'a', uid: 'u', resourceVersion: '3' },
  status: { phase: 'Running' },
}

const stateOf = (slice: Partial<DehydratedSlice> = {}): DehydratedInformers => ({
  version: 1,
  definitions: 'mine',
  slices: [{ key: KEY, rows: [POD], total: 1, groups: [], resourceVersion: '7', isWhole: true, ...slice }],
})

const parse = (state: unknown) => parseDehydrated(state, 'mine')

describe('parseDehydrated', () => {
  it.each([
    ['a state', stateOf()],
    ['its JSON', JSON.stringify(stateOf())],
  ])('returns the slices of %s as cached', (_, state) => {
    const { slices, ignored } = parse(state)
    expect(ignored).toEqual([])
    const slice = slices.get(KEY)
    expect(slice?.isWhole).toBe(true)
    expect(slice?.state).toMatchObject({
      data: [POD],
      total: 1,
      groups: [],
      status: { data: 'cached', link: 'connecting', resourceVersion: '7' },
    })
    expect(Object.isFrozen(slice?.state)).toBe(true)
  })

  it.each<[string, unknown, RegExp]>([
    ['nothing', undefined, /there is no dehydrated state/],
    ['null', null, /there is no dehydrated state/],
    ['another value', 42, /there is no dehydrated state/],
    ['a truncated text', JSON.stringify(stateOf()).slice(0, -9), /not JSON, or is truncated/],
    ['a newer version', { ...stateOf(), version: 2 }, /has version 2, and this page reads 1: reload/],
    ['another build', { ...stateOf(), definitions: 'theirs' }, /other definitions of the informers/],
  ])('ignores %s, with the reason', (_, state, reason) => {
    const { slices, ignored } = parse(state)
    expect(slices.size).toBe(0)
    expect(ignored).toEqual([expect.stringMatching(reason)])
  })

  it.each<[string, object]>([
    ['no rows', { rows: undefined }],
    ['rows that are no objects', { rows: [POD, null] }],
    ['rows without metadata', { rows: [{}] }],
    ['rows without names', { rows: [{ metadata: { resourceVersion: '1' } }] }],
    ['a negative total', { total: -1 }],
    ['a total that is a text', { total: '1' }],
    ['no resourceVersion', { resourceVersion: 7 }],
    ['groups without counts', { groups: [{ value: 'x' }] }],
    ['a malformed window', { window: { offset: 0 } }],
  ])('ignores a slice with %s, and shows the others', (_, change) => {
    const good = stateOf({ key: 'good' }).slices
    const state = { ...stateOf(), slices: [...stateOf(change).slices, ...good] }
    const { slices, ignored } = parse(state)
    expect([...slices.keys()]).toEqual(['good'])
    expect(ignored).toEqual(['slice 0 of the dehydrated state is malformed'])
  })

  it('treats `__proto__` as any other key', () => {
    const text = JSON.stringify(stateOf({ rows: [{ ...POD, data: 'HERE' } as never], key: '__proto__' }))
    const { slices } = parse(text.replace('"HERE"', '{"__proto__":{"polluted":true}}'))
    const [row] = slices.get('__proto__')?.state.data ?? []
    expect(JSON.stringify(row)).toContain('{"__proto__":{"polluted":true}}')
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  it('throws for no value and for no part of a text', () => {
    const text = JSON.stringify(stateOf())
    const hostile = fc.oneof(
      fc.anything({ withNullPrototype: true, withObjectString: true, withMap: true }),
      fc.nat(text.length).map(length => text.slice(0, length)),
      fc.json(),
      fc.record({
        version: fc.constant(1),
        definitions: fc.constant('mine'),
        slices: fc.array(fc.anything()),
      }),
    )
    fc.assert(
      fc.property(hostile, state => {
        const { slices, ignored } = parse(state)
        expect(slices.size > 0 || ignored.length > 0 || isEmpty(state)).toBe(true)
      }),
    )
  })
})

const isEmpty = (state: unknown): boolean => (state as DehydratedInformers).slices.length === 0
