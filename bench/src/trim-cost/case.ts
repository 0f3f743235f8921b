import type { BenchCase } from '../bench-case.ts'

const module = (name: string) => new URL(`./${name}.ts`, import.meta.url).href

/**
 * What it costs to cut `metadata.managedFields`, against the parsing that it saves. Four lists and two parses take
 * turns in one warm process, and of each the median counts, in CPU time, which does not mind a busy machine. No two
 * Pods have anything in common, so that everything that is not cut is parsed:
 *
 *     full         the Pods as they are, nothing trimmed
 *     trimmed      the same bytes, managedFields trimmed
 *     bare         Pods that have no managedFields, nothing trimmed
 *     bareTrimmed  the same bytes, managedFields trimmed: in vain
 *     parse        `JSON.parse` of each Pod's text, with its managedFields and without: `saved` is the difference
 *
 * Had trimming been free, `trimmed` would be `full - saved`: reading and splitting the bytes is in both. So the
 * cost is `trimmed - (full - saved)`, and its share `cost / saved`. It nets what the cut spares besides the
 * parsing, such as the decoding of bytes that nobody keeps, and may so be negative; 100 % would be a trimming that
 * takes as long as it saves. Where there is nothing to trim, the share is `bareTrimmed / bare - 1`,
 * of the two of the same turn.
 *
 * Rows are not parsed when they come, so nothing is saved and only the latter share says something about them.
 */
export const trimCost: BenchCase = {
  name: 'trim-cost',
  extra: true,
  description: '2,000 realistic Pods, managedFields cut: the share of the parse time saved; in vain',
  metrics: [
    { key: 'costShare', unit: 'cost % of saved', digits: 1 },
    { key: 'vainShare', unit: 'in vain %', digits: 1 },
    { key: 'savedMs', unit: 'saved ms', digits: 1 },
    { key: 'fullMs', unit: 'full ms', digits: 1 },
    { key: 'trimmedMs', unit: 'trimmed ms', digits: 1 },
    { key: 'bareMs', unit: 'bare ms', digits: 1 },
    { key: 'bareTrimmedMs', unit: 'bare trimmed ms', digits: 1 },
  ],
  setup: { count: 2_000, apps: 2_000, passes: 25 },
  smoke: { count: 100, apps: 100, passes: 2 },
  contenders: [
    { name: 'kube-informer, form: object', module: module('lists'), setup: { form: 'object' }, floor: true },
    { name: 'kube-informer, form: row', module: module('lists'), setup: { form: 'row' } },
  ],
}
