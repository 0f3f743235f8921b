import { byPath, type Indexer, type KubernetesObject, type Row, readObject } from '@kube-informer/core'
import { applyMergePatch } from '@kube-informer/core/patch'
import { configMaps } from '@kube-informer/core/resources'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { rowIndexer, rowOf } from '../../test/rows.ts'
import { compileDefinition } from '../definitions/compiled-definition.ts'
import { OverlaidRows } from './overlaid-rows.ts'
import type { PendingWrite } from './pending-write.ts'
import { type OverlayReader, WriteOverlay } from './write-overlay.ts'

type Write = PendingWrite<OverlayReader>
type Effect = (object: KubernetesObject | undefined) => KubernetesObject | undefined

const NAMES = ['a', 'b', 'c']
const COLORS = ['blue', 'red']
const definition = compileDefinition({
  resource: configMaps,
  indexers: { color: byPath('metadata.labels.color') },
})

const mapOf = (name: string, color: string, version: number): KubernetesObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {
    namespace: 'ns',
    name,
    uid: `uid-${name}`,
    resourceVersion: String(version),
    labels: { color },
  },
})

const step = fc.record({
  type: fc.constantFrom('store', 'remove', 'recolor', 'create', 'delete', 'know', 'drop', 'cover'),
  name: fc.constantFrom(...NAMES),
  color: fc.constantFrom(...COLORS),
})

/** The folded stack of each key over the stored objects. */
function naive(
  indexer: Indexer<Row>,
  stacks: readonly Write[],
  covered: number,
): Map<string, KubernetesObject> {
  const objects = new Map<string, KubernetesObject>()
  for (const name of NAMES) {
    const key = `ns/${name}`
    const row = indexer.getByKey(key)
    const stored: KubernetesObject | undefined = row && readObject(row)
    let object = stored
    for (const { step } of stacks.filter(write => write.key === key)) {
      const { known, effect } = step
      if (known?.type === 'object') {
        const version = Number(known.resourceVersion)
        const isReached = covered >= version || Number(stored?.metadata?.resourceVersion ?? 0) >= version
        if (!isReached) object = known.object
      } else if (effect) object = effect(object)
    }
    if (object) objects.set(key, object)
  }
  return objects
}

const colorOf = (object: KubernetesObject) => object.metadata?.labels?.color ?? ''
const sorted = (rows: readonly Row[]) => rows.map(row => `${row.key} ${colorOf(readObject(row))}`).sort()

it('every read equals a cache of the stored objects with the folded writes', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), history => {
      const indexer = rowIndexer({ indexers: { ...definition.indexers, namespace: row => [row.namespace] } })
      const overlay = new WriteOverlay('test')
      let covered = 1
      let version = 1
      const writes: Write[] = []
      const rows = new OverlaidRows({
        overlay,
        definition,
        scope: {},
        informer: () => ({ indexer, coveredResourceVersion: String(covered) }) as never,
        isRefused: () => false,
        onChanged: () => {},
        clock: { now: () => 0 },
      })
      const push = (name: string, effect: Effect) => writes.push(overlay.push(`ns/${name}`, effect))
      for (const { type, name, color } of history) {
        const open = writes.filter(write => overlay.writesOf(write.key).includes(write))
        const [first] = open.filter(({ key, step: { known } }) => key === `ns/${name}` && !known)
        if (type === 'store') indexer.add(rowOf({ ...mapOf(name, color, ++version) }))
        else if (type === 'remove') {
          const row = indexer.getByKey(`ns/${name}`)
          if (row) indexer.delete(row)
        } else if (type === 'recolor')
          push(
            name,
            of => of && (applyMergePatch(of, { metadata: { labels: { color } } }) as KubernetesObject),
          )
        else if (type === 'create') push(name, of => of ?? mapOf(name, color, 0))
        else if (type === 'delete') push(name, () => undefined)
        else if (type === 'know' && first) {
          const object = mapOf(name, color, ++version)
          overlay.know(first, { type: 'object', object, resourceVersion: String(version) })
        } else if (type === 'drop' && first) overlay.drop(first)
        else if (type === 'cover') {
          covered = version
          overlay.settle()
        }
        const stacked = [...new Set(writes)].filter(write => overlay.writesOf(write.key).includes(write))
        const expected = naive(indexer, stacked, covered)
        const all = [...expected].map(([key, object]) => `${key} ${colorOf(object)}`).sort()
        expect(sorted(rows.list())).toEqual(all)
        expect(rows.size).toBe(all.length)
        for (const each of NAMES) {
          const row = rows.getByKey(`ns/${each}`)
          expect(row === undefined ? undefined : colorOf(readObject(row))).toBe(
            expected.has(`ns/${each}`) ? colorOf(expected.get(`ns/${each}`) as KubernetesObject) : undefined,
          )
          expect(rows.getByKey(`ns/${each}`)).toBe(row)
        }
        const present = COLORS.filter(each => all.some(text => text.endsWith(` ${each}`)))
        expect([...rows.listIndexFuncValues('color')].sort()).toEqual(present)
        for (const each of COLORS) {
          const of = all.filter(text => text.endsWith(` ${each}`))
          expect(sorted(rows.byIndex('color', each))).toEqual(of)
          expect(rows.countByIndex('color', each)).toBe(of.length)
        }
      }
    }),
    { numRuns: process.env.LONG ? 10_000 : 300 },
  )
})
