import type { BenchCase } from '../bench-case.ts'

const module = (name: string) => new URL(`./${name}.ts`, import.meta.url).href

/**
 * The cost of trimming `metadata.managedFields`, compared with the parsing that it saves. Four lists and two parses alternate
 * in one warm process; the result is the median CPU time of each, which other load on the machine does not affect. The Pods
 * have nothing in common, so that everything that is not trimmed is parsed:
 *
 *     full         the Pods, nothing trimmed
 *     trimmed      the same bytes, managedFields trimmed
 *     bare         Pods that have no managedFields, nothing trimmed
 *     bareTrimmed  the same bytes, trimming enabled without effect
 *     parse        `JSON.parse` of each Pod's text, with its managedFields and without: `saved` is the difference
 *
 * If trimming were free, `trimmed` would equal `full - saved`: both include reading and splitting the bytes. So the cost is
 * `trimmed - (full - saved)`, and its share is `cost / saved`. The cost is net of further savings, such as not decoding
 * the trimmed bytes, and may be negative; at 100 %, trimming takes as long as it saves. Without anything to trim, the
 * share is `bareTrimmed / bare - 1` of the same pass.
 *
 * Rows are not parsed on arrival, so trimming saves nothing, and only the latter share applies to them.
 */
export const trimCost: BenchCase = {
  name: 'trim-cost',
  extra: true,
  description:
    '2,000 realistic Pods, managedFields trimmed: cost as a share of the parse time saved; overhead without anything to trim',
  metrics: [
    { key: 'costShare', unit: 'cost % of saved', digits: 1 },
    { key: 'vainShare', unit: 'overhead %', digits: 1 },
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
