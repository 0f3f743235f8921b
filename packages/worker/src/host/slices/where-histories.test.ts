import { encodeRow, type KubernetesObject, type Row } from '@kube-informer/core'
import { pods } from '@kube-informer/testing'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { rowIndexer } from '../../test/rows.ts'
import { holds, object, where } from '../../test/where-oracle.ts'
import { compileDefinition } from '../definitions/compiled-definition.ts'
import { loadPatternEngine } from '../query/pattern-engine.ts'
import { createView } from './create-view.ts'

const HISTORIES = process.env.LONG ? 10_000 : 500

const definition = compileDefinition({
  resource: pods as never,
  predicates: { named: (each: KubernetesObject, name: never) => each.metadata?.name === name },
})
const nameOf = (each: KubernetesObject) => each.metadata?.name ?? ''

beforeAll(loadPatternEngine)

/** An expression, and perhaps the argument of the predicate. */
const query = fc.record({ where, named: fc.constantFrom(undefined, 'a', 'ab') })
const step = fc.oneof(
  object.map(put => ({ put })),
  fc.constantFrom('a', 'b', 'ab').map(remove => ({ remove })),
  fc.constant({ read: true }),
)

test('a filtered view shows the objects that the expression accepts, after every change', () => {
  fc.assert(
    fc.property(query, fc.array(step, { maxLength: 20 }), ({ where: condition, named }, steps) => {
      const indexer = rowIndexer({ indexers: {} })
      const predicate = named === undefined ? undefined : { name: 'named', args: named }
      const view = createView(
        { filter: { where: condition, predicate } },
        { indexer, definition, scopeFilter: undefined },
      )
      const expected = new Map<string, KubernetesObject>()
      const check = () => {
        const accepted = [...expected.values()].filter(
          each => holds(condition, each) && (named === undefined || named === nameOf(each)),
        )
        expect(view.rows().map((row: Row) => row.name)).toEqual(accepted.map(nameOf).sort())
        expect(view.size).toBe(accepted.length)
      }
      for (const each of steps) {
        if ('put' in each) {
          indexer.add(encodeRow(each.put))
          expected.set(nameOf(each.put), each.put)
          view.mark(nameOf(each.put))
        } else if ('remove' in each) {
          const row = indexer.getByKey(each.remove)
          if (row) indexer.delete(row)
          expected.delete(each.remove)
          view.mark(each.remove)
        } else check()
      }
      check()
    }),
    { numRuns: HISTORIES },
  )
})
