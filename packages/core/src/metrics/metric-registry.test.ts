import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { UsageError } from '../api/errors.ts'
import { parseExposition } from '../test/parse-exposition.ts'
import { MetricRegistry } from './metric-registry.ts'

const samplesOf = (registry: MetricRegistry, name: string) =>
  parseExposition(registry.expose()).get(name)?.samples

test('counters, gauges and histograms, sorted by name and labels', () => {
  const registry = new MetricRegistry()
  const requests = registry.counter({ name: 'requests_total', help: 'Requests.', labels: ['verb', 'code'] })
  requests.with({ verb: 'watch', code: '200' }).add()
  requests.with({ code: '200', verb: 'list' }).add(2)
  requests.with({ verb: 'list', code: '200' }).add()
  registry.gauge({ name: 'open', help: 'Open.' }).with({}).add(-1)
  const seconds = registry.histogram({ name: 'seconds', help: 'Time.', labels: ['verb'], buckets: [0.1, 1] })
  for (const value of [0.1, 0.5, 3]) seconds.with({ verb: 'list' }).observe(value)
  expect(registry.expose()).toBe(`# HELP open Open.
# TYPE open gauge
open -1
# HELP requests_total Requests.
# TYPE requests_total counter
requests_total{verb="list",code="200"} 3
requests_total{verb="watch",code="200"} 1
# HELP seconds Time.
# TYPE seconds histogram
seconds_bucket{verb="list",le="0.1"} 1
seconds_bucket{verb="list",le="1"} 2
seconds_bucket{verb="list",le="+Inf"} 3
seconds_sum{verb="list"} 3.6
seconds_count{verb="list"} 3
`)
})

test('a metric without labels is exposed before its first use, one with labels after it', () => {
  const registry = new MetricRegistry()
  registry.counter({ name: 'a_total', help: '' })
  registry.counter({ name: 'b_total', help: '', labels: ['x'] })
  expect(registry.expose()).toBe('# HELP a_total \n# TYPE a_total counter\na_total 0\n')
  expect(new MetricRegistry().expose()).toBe('')
})

test('the same definition is the same metric', () => {
  const registry = new MetricRegistry()
  const define = () => registry.counter({ name: 'a_total', help: '', labels: ['x'] })
  define().with({ x: '1' }).add()
  define().with({ x: '1' }).add()
  expect(samplesOf(registry, 'a_total')).toEqual([{ name: 'a_total', labels: { x: '1' }, value: 2 }])
  expect(() => registry.gauge({ name: 'a_total', help: '', labels: ['x'] })).toThrow(UsageError)
  expect(() => registry.counter({ name: 'a_total', help: '', labels: ['y'] })).toThrow(UsageError)
})

describe('invalid definitions and values', () => {
  const registry = new MetricRegistry()
  registry.histogram({ name: 'h', help: '' })
  registry.counter({ name: 'c_total', help: '', labels: ['x'] })

  test.each([
    ['a name', () => registry.counter({ name: 'a-b', help: '' })],
    ['an empty name', () => registry.counter({ name: '', help: '' })],
    ['a label', () => registry.gauge({ name: 'g', help: '', labels: ['a b'] })],
    ['a reserved label', () => registry.gauge({ name: 'g', help: '', labels: ['__name__'] })],
    ['a label twice', () => registry.gauge({ name: 'g', help: '', labels: ['a', 'a'] })],
    ['the label of buckets', () => registry.histogram({ name: 'g', help: '', labels: ['le'] })],
    ['descending buckets', () => registry.histogram({ name: 'g', help: '', buckets: [2, 1] })],
    ['an infinite bucket', () => registry.histogram({ name: 'g', help: '', buckets: [1, 1 / 0] })],
    ['the lines of a histogram', () => registry.counter({ name: 'h_count', help: '' })],
    [
      'a missing label',
      () => registry.counter({ name: 'c_total', help: '', labels: ['x'] }).with({} as { x: string }),
    ],
    [
      'NaN',
      () =>
        registry
          .counter({ name: 'c_total', help: '', labels: ['x'] })
          .with({ x: '' })
          .add(Number.NaN),
    ],
  ])('%s', (_what, act) => {
    expect(act).toThrow(UsageError)
  })

  test('a histogram whose lines another metric has', () => {
    const other = new MetricRegistry()
    other.counter({ name: 'x_sum', help: '' })
    expect(() => other.histogram({ name: 'x', help: '' })).toThrow('x_sum belongs to the metric x_sum')
  })
})

describe('the number of series is bounded', () => {
  test('further ones of a counter or a histogram are one series', () => {
    const registry = new MetricRegistry({ maxSeries: 2 })
    const counter = registry.counter({ name: 'a_total', help: '', labels: ['x', 'y'] })
    for (let index = 0; index < 100; index++) counter.with({ x: `${index}`, y: '' }).add()
    expect(samplesOf(registry, 'a_total')).toEqual([
      { name: 'a_total', labels: { x: '0', y: '' }, value: 1 },
      { name: 'a_total', labels: { x: '1', y: '' }, value: 1 },
      { name: 'a_total', labels: { x: 'unexpected', y: 'unexpected' }, value: 98 },
    ])
    counter.with({ x: '1', y: '' }).add()
    expect(samplesOf(registry, 'a_total')?.[1]?.value).toBe(2)
  })

  test('further ones of a gauge are not exposed, and a removed one makes room', () => {
    const registry = new MetricRegistry({ maxSeries: 1 })
    const gauge = registry.gauge({ name: 'g', help: '', labels: ['x'] })
    gauge.with({ x: 'a' }).set(1)
    gauge.with({ x: 'b' }).set(2)
    expect(samplesOf(registry, 'g')).toEqual([{ name: 'g', labels: { x: 'a' }, value: 1 }])
    gauge.delete({ x: 'a' })
    gauge.with({ x: 'b' }).set(2)
    expect(samplesOf(registry, 'g')).toEqual([{ name: 'g', labels: { x: 'b' }, value: 2 }])
  })
})

test('what is only known at an exposition is read then; an error does not affect the others', () => {
  const uncaught = vi.fn()
  const registry = new MetricRegistry({ onError: uncaught })
  const gauge = registry.gauge({ name: 'g', help: '' })
  let value = 1
  registry.onExpose(() => {
    throw new Error('broken')
  })
  const stop = registry.onExpose(() => gauge.with({}).set(value))
  expect(samplesOf(registry, 'g')?.[0]?.value).toBe(1)
  value = 2
  expect(samplesOf(registry, 'g')?.[0]?.value).toBe(2)
  expect(uncaught).toHaveBeenCalledTimes(2)
  stop()
  value = 3
  expect(samplesOf(registry, 'g')?.[0]?.value).toBe(2)
})

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom('\\', '"', '\n', '\r', 'n', '{', '}', ',', '=', ' ', '#', 'é', '\u2028', '\0'),
  }),
)
/** Without -0, which is exposed as 0. */
const anyNumber = fc.double().map(value => value + 0)

test('any texts and numbers can be parsed back', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(anyText, anyText, anyNumber), { maxLength: 20 }),
      anyText,
      fc.array(anyNumber, { maxLength: 20 }),
      (given, help, observed) => {
        const registry = new MetricRegistry()
        const gauge = registry.gauge({ name: 'g', help, labels: ['x', 'y'] })
        const expected = new Map<string, number>()
        for (const [x, y, value] of given) {
          gauge.with({ x, y }).set(value)
          expected.set(JSON.stringify([x, y]), value)
        }
        const histogram = registry.histogram({ name: 'h', help, labels: ['x'], buckets: [-1, 0, 1e9] })
        for (const value of observed) histogram.with({ x: help }).observe(value)
        const parsed = parseExposition(registry.expose())
        const samples = parsed.get('g')?.samples ?? []
        const found = new Map(samples.map(({ labels: { x, y }, value }) => [JSON.stringify([x, y]), value]))
        expect(found).toEqual(expected)
        for (const metric of parsed.values()) expect(metric.help).toBe(help)
        const count = parsed.get('h')?.samples.find(({ name }) => name === 'h_count')
        expect(count?.value ?? 0).toBe(observed.length)
      },
    ),
  )
})

test('halves of surrogate pairs, which UTF-8 cannot express, are replaced', () => {
  const registry = new MetricRegistry()
  const gauge = registry.gauge({ name: 'g', help: '', labels: ['x'] })
  gauge.with({ x: '\uD800' }).set(1)
  gauge.with({ x: '\uDFFF' }).set(2)
  gauge.with({ x: '😀' }).set(3)
  const bytes = new TextEncoder().encode(registry.expose())
  const samples = parseExposition(new TextDecoder('utf-8', { fatal: true }).decode(bytes)).get('g')?.samples
  expect(samples?.map(({ labels, value }) => [labels.x, value])).toEqual([
    ['😀', 3],
    ['\uFFFD', 2],
  ])
})
