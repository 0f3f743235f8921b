import type { KubernetesObject, ObjectMeta } from '@kube-informer/core'
import { describe, expect, test } from 'vitest'
import type { ObjectEvent } from '../api/object-event.ts'
import { createOf, deleteOf, genericOf, objectOf, updateOf } from '../test/object-events.ts'
import { annotationChanged, generationChanged, labelChanged, resourceVersionChanged } from './changed.ts'
import { and, not, or } from './combine.ts'
import { labelSelectorMatches, objectMatches } from './object-matches.ts'
import { predicateFuncs } from './predicate-funcs.ts'

const object = objectOf()
const EVENTS: readonly ObjectEvent[] = [
  createOf(object),
  updateOf(object, object),
  deleteOf(object),
  genericOf(object),
]
const CHANGES = [resourceVersionChanged, generationChanged, annotationChanged, labelChanged]
const missing = undefined as unknown as KubernetesObject
const update = (before: ObjectMeta, after: ObjectMeta) => updateOf(objectOf(before), objectOf(after))
const throwing = () => {
  throw new Error('asked')
}

test('C-PRD-1: without members everything passes; a member decides about its own events only', () => {
  expect(EVENTS.map(predicateFuncs({}))).toEqual([true, true, true, true])
  expect(EVENTS.map(predicateFuncs({ create: () => false }))).toEqual([false, true, true, true])
  expect(EVENTS.map(predicateFuncs({ update: () => false }))).toEqual([true, false, true, true])
  expect(EVENTS.map(predicateFuncs({ delete: () => false }))).toEqual([true, true, false, true])
  expect(EVENTS.map(predicateFuncs({ generic: () => false }))).toEqual([true, true, true, false])
  expect(EVENTS.map(predicateFuncs({ create: event => event.isInInitialList }))[0]).toBe(false)
})

describe('changes', () => {
  test('C-PRD-2: an update without the old state, the new one or both does not pass', () => {
    for (const predicate of CHANGES) {
      for (const [before, after] of [
        [object, missing],
        [missing, object],
        [missing, missing],
      ] as const) {
        expect(predicate(updateOf(before, after))).toBe(false)
      }
    }
  })

  test('C-PRD-3: an update passes if the resourceVersion, or the generation, differs', () => {
    expect(resourceVersionChanged(update({ resourceVersion: '1' }, { resourceVersion: '1' }))).toBe(false)
    expect(resourceVersionChanged(update({ resourceVersion: '1' }, { resourceVersion: '2' }))).toBe(true)
    expect(generationChanged(update({ generation: 1 }, { generation: 1 }))).toBe(false)
    expect(generationChanged(update({ generation: 1 }, { generation: 2 }))).toBe(true)
  })

  test('generationChanged never passes updates of a kind without generations', () => {
    expect(generationChanged(update({ resourceVersion: '1' }, { resourceVersion: '2' }))).toBe(false)
    expect(generationChanged(update({}, { generation: 0 }))).toBe(false)
  })

  test.each([
    ['annotations', annotationChanged],
    ['labels', labelChanged],
  ] as const)('C-PRD-5: a changed value or another key of the %s passes', (field, predicate) => {
    const change = (before?: Record<string, string>, after?: Record<string, string>) =>
      predicate(update(before ? { [field]: before } : {}, after ? { [field]: after } : {}))
    expect(change(undefined, {})).toBe(false)
    expect(change({}, undefined)).toBe(false)
    expect(change({ a: '1' }, { a: '1' })).toBe(false)
    expect(change({ a: '1', b: '2' }, { b: '2', a: '1' })).toBe(false)
    expect(change({ a: '1' }, { a: '2' })).toBe(true)
    expect(change({ a: '1' }, { a: '1', b: '1' })).toBe(true)
    expect(change({ a: '1' }, { b: '1' })).toBe(true)
    expect(change({ a: '1' }, undefined)).toBe(true)
    expect(change({ toString: 'own' }, { a: '1' })).toBe(true)
  })

  test('they pass every event that is not an update', () => {
    for (const predicate of CHANGES) expect(EVENTS.map(predicate)).toEqual([true, false, true, true])
  })
})

describe('combinations', () => {
  test('C-PRD-6: or(generationChanged, annotationChanged) passes changes of either', () => {
    const predicate = or(generationChanged, annotationChanged)
    expect(predicate(update({ generation: 1 }, { generation: 2 }))).toBe(true)
    expect(predicate(update({}, { annotations: { a: '1' } }))).toBe(true)
    expect(predicate(update({}, { labels: { a: '1' } }))).toBe(false)
  })

  test('C-PRD-7: and() passes all, or() none; neither asks further than needed', () => {
    const event = createOf(object)
    expect([and()(event), or()(event)]).toEqual([true, false])
    expect(and(() => false, throwing)(event)).toBe(false)
    expect(or(() => true, throwing)(event)).toBe(true)
    expect(
      and(
        () => true,
        () => true,
      )(event),
    ).toBe(true)
    expect(
      and(
        () => true,
        () => false,
      )(event),
    ).toBe(false)
    expect(
      or(
        () => false,
        () => false,
      )(event),
    ).toBe(false)
  })

  test('not(generationChanged) drops every event but updates', () => {
    expect(EVENTS.map(not(generationChanged))).toEqual([false, true, false, false])
  })
})

describe('filters', () => {
  const isBiz = objectMatches(({ metadata }: KubernetesObject) => metadata?.namespace === 'biz')
  const [biz, other] = [objectOf(), objectOf({ namespace: 'other' })]

  test('C-PRD-9: the object decides; for an update, the new state alone', () => {
    expect(EVENTS.map(isBiz)).toEqual([true, true, true, true])
    expect([createOf(other), deleteOf(other), genericOf(other)].map(isBiz)).toEqual([false, false, false])
    expect(isBiz(updateOf(other, biz))).toBe(true)
    expect(isBiz(updateOf(biz, other))).toBe(false)
  })

  test('C-PRD-10: the update by which a label is removed is lost; an invalid selector throws', () => {
    const predicate = labelSelectorMatches({ matchLabels: { foo: 'bar' } })
    const labelled = objectOf({ labels: { foo: 'bar' } })
    expect([createOf(labelled), deleteOf(labelled), genericOf(labelled)].map(predicate)).toEqual([
      true,
      true,
      true,
    ])
    expect(predicate(createOf(object))).toBe(false)
    expect(predicate(updateOf(object, labelled))).toBe(true)
    expect(predicate(updateOf(labelled, object))).toBe(false)
    expect(labelSelectorMatches('foo=bar')(createOf(labelled))).toBe(true)
    expect(labelSelectorMatches({ foo: 'bar' })(createOf(labelled))).toBe(true)
    expect(labelSelectorMatches({ foo: 'other' })(createOf(labelled))).toBe(false)
    expect(() => labelSelectorMatches('foo in bar')).toThrow()
    expect(() => labelSelectorMatches({ matchLabels: { 'not a key': 'x' } })).toThrow()
  })
})
