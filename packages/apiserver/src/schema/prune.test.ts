import { describe, expect, test } from 'vitest'
import { GAUGE_DEFAULTS, gaugeSchema, postedGauge } from '../test/gauges.ts'
import { applyDefaults } from './apply-defaults.ts'
import { prune } from './prune.ts'

describe('defaults', () => {
  test('apply to defaulted objects as well; a forbidden null counts as absent', () => {
    expect(postedGauge({ n: 1 })).toEqual({ n: 1, ...GAUGE_DEFAULTS })
    expect(postedGauge({ n: 1, def: null, b: null, nul: null })).toEqual({
      n: 1,
      nul: null,
      ...GAUGE_DEFAULTS,
    })
    expect(postedGauge({ n: 1, map: [{ k: 'a' }], odef: { b: 'x' } })).toEqual({
      n: 1,
      map: [{ k: 'a', v: 5 }],
      def: 'hello',
      odef: { a: 1, b: 'x' },
    })
  })
})

test('the nulls of an apply stay unless they have a default', () => {
  const object = { spec: { n: 1, b: null, def: null } }
  expect(applyDefaults(gaugeSchema(), object, { keepsNulls: true })).toEqual({
    spec: { n: 1, b: null, ...GAUGE_DEFAULTS },
  })
})

describe('pruning', () => {
  const pruned = (value: object) => prune(gaugeSchema(), { metadata: { name: 'x' }, ...value })

  test('removes unknown fields and reports them sorted', () => {
    const { value, unknownFields } = pruned({
      spec: { n: 1, unk: 1, odef: { zz: 1 }, map: [{ k: 'a', q: 1 }] },
      extra: 1,
    })
    expect(value).toEqual({ metadata: { name: 'x' }, spec: { n: 1, odef: {}, map: [{ k: 'a' }] } })
    expect(unknownFields).toEqual(['extra', 'spec.map[0].q', 'spec.odef.zz', 'spec.unk'])
  })

  test('keeps preserved fields, but not within known ones', () => {
    const free = { a: { b: 1 }, known: { q: 1, z: 'a' } }
    const { value, unknownFields } = pruned({ spec: { free, any: [1, { a: null }] } })
    expect(value).toMatchObject({ spec: { free: { a: { b: 1 }, known: { z: 'a' } }, any: [1, { a: null }] } })
    expect(unknownFields).toEqual(['spec.free.known.q'])
  })

  test('metadata is decoded as for built-in kinds, also in embedded objects', () => {
    const emb = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'A', bogus: 1 }, q: 1 }
    const own = { name: 'x', labels: { a: null }, annotations: {}, bogus: 1 }
    const { value, unknownFields } = prune(gaugeSchema(), { metadata: own, spec: { emb } })
    expect(value).toEqual({
      metadata: { name: 'x', labels: { a: '' } },
      spec: { emb: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'A' }, q: 1 } },
    })
    expect(unknownFields).toEqual(['metadata.bogus', 'spec.emb.metadata.bogus'])
    expect(prune(gaugeSchema(), { metadata: { labels: { a: 1 } } }).errors).toEqual([
      { message: 'json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string' },
    ])
  })
})
