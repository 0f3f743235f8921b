import type { Json } from '../json.ts'
import type { Dice } from './dice.ts'
import { JSON_TYPE, type StepMaker, someName, stepOf } from './steps.ts'
import { collectionOf, pathOf } from './subject.ts'

const remove: StepMaker = (dice, subject) => {
  const name = someName(dice)
  const request = { method: 'DELETE', path: pathOf(subject, name), query: dice.pick(QUERIES) }
  return stepOf(subject, { what: 'delete', ...request, name })
}

const removeWithBody: StepMaker = (dice, subject) => {
  const name = someName(dice)
  const path = pathOf(subject, name)
  const body = { json: { kind: 'DeleteOptions', apiVersion: 'v1', ...optionsFor(dice, path) } as Json }
  const query = dice.chance(0.1) ? dice.pick(QUERIES) : []
  return stepOf(subject, {
    what: 'delete with options',
    method: 'DELETE',
    path,
    query,
    headers: JSON_TYPE,
    body,
    name,
  })
}

const removeBadly: StepMaker = (dice, subject) => {
  const name = someName(dice)
  const request = {
    method: 'DELETE',
    path: pathOf(subject, name),
    headers: JSON_TYPE,
    body: { json: dice.pick(ODD) },
  }
  return stepOf(subject, { what: 'delete (bad)', ...request, name })
}

/** Removes finalizers, as their owners do. */
const release: StepMaker = (dice, subject) => {
  const name = someName(dice)
  const headers = { 'content-type': 'application/merge-patch+json' }
  const body = { json: { metadata: { finalizers: dice.chance(0.8) ? null : ['example.com/hold'] } } }
  return stepOf(subject, {
    what: 'release',
    method: 'PATCH',
    path: pathOf(subject, name),
    headers,
    body,
    name,
  })
}

const removeAll: StepMaker = (dice, subject) => {
  const picked = dice.pick([...QUERIES, ...SELECTIONS])
  const query = subject.namespaced ? picked : picked.filter(([name]) => name !== 'limit')
  const own = subject.namespaced ? [] : ([['labelSelector', 'sequence={{ns}}']] as const)
  const selects = query.some(([name]) => name === 'labelSelector')
  const path = collectionOf(subject)
  // Other clients also have cluster-scoped objects, so only those of the sequence are deleted.
  return stepOf(subject, {
    what: 'delete all',
    method: 'DELETE',
    path,
    query: selects ? query : [...query, ...own],
  })
}

type Query = readonly (readonly [string, string])[]

const QUERIES: readonly Query[] = [
  [],
  [],
  [],
  [['propagationPolicy', 'Background']],
  [['propagationPolicy', 'Foreground']],
  [['propagationPolicy', 'Orphan']],
  [['gracePeriodSeconds', '0']],
  [['gracePeriodSeconds', '5']],
  [['orphanDependents', 'true']],
  [['dryRun', 'All']],
  [['dryRun', 'foo']],
  [['propagationPolicy', 'foo']],
  [['gracePeriodSeconds', 'soon']],
  [
    ['orphanDependents', 'true'],
    ['propagationPolicy', 'Orphan'],
  ],
]

const SELECTIONS: readonly Query[] = [
  [['labelSelector', 'sequence={{ns}},tier=front']],
  [['labelSelector', 'sequence={{ns}},tier!=front']],
  [['labelSelector', 'sequence={{ns}},tier in (']],
  [
    ['labelSelector', 'sequence={{ns}}'],
    ['limit', '1'],
  ],
]

function optionsFor(dice: Dice, path: string): object {
  return dice.pick([
    {},
    { propagationPolicy: 'Background' },
    { propagationPolicy: 'Foreground' },
    { propagationPolicy: 'Orphan' },
    { orphanDependents: false },
    { gracePeriodSeconds: 0 },
    { gracePeriodSeconds: 3 },
    { gracePeriodSeconds: -1 },
    { dryRun: ['All'] },
    { preconditions: { uid: `<<uid ${path}>>` } },
    { preconditions: { uid: '11111111-2222-4333-8444-555555555555' } },
    { preconditions: { resourceVersion: `<<rv ${path}>>` } },
    { preconditions: { resourceVersion: `<<first-rv ${path}>>` } },
  ])
}

const ODD: readonly Json[] = [
  { kind: 'DeleteOptions', apiVersion: 'v1', dryRun: ['foo'] },
  { kind: 'DeleteOptions', apiVersion: 'v1', propagationPolicy: 'foo' },
  { kind: 'DeleteOptions', apiVersion: 'v1', orphanDependents: true, propagationPolicy: 'Orphan' },
  { kind: 'DeleteOptions', apiVersion: 'v1', gracePeriodSeconds: 'soon' },
  { kind: 'DeleteOptions', apiVersion: 'v1', bogus: 1, dryRun: ['All'] },
  { kind: 'Other', apiVersion: 'v1' },
  { dryRun: ['All'] },
  { kind: 'DeleteOptions', apiVersion: 'apps/v1', dryRun: ['All'] },
  [],
]

export const DELETES: readonly (readonly [weight: number, maker: StepMaker])[] = [
  [5, remove],
  [4, removeWithBody],
  [1, removeBadly],
  [3, release],
  [1, removeAll],
]
