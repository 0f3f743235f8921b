import type { Json } from '../json.ts'
import type { Edit } from '../step.ts'
import type { Dice } from './dice.ts'
import { goodEdit, JSON_TYPE, type StepMaker, someName, someObject, stepOf, writeQuery } from './steps.ts'
import { COMMON_BAD_FIELDS, collectionOf, editOf, named, nameOf, pathOf, type Subject } from './subject.ts'

/** Patches the status through the status subresource. */
export const patchStatus: StepMaker = (dice, subject) => {
  const name = someName(dice)
  const edits = [statusEdit(dice, subject), ...(dice.chance(0.3) ? [goodEdit(dice, subject)] : [])]
  const merge = { 'content-type': 'application/merge-patch+json' }
  const patch = edits.reduce<Json>((json, { path, value = null }) => nest(json, path.map(String), value), {})
  const request = {
    method: 'PATCH',
    path: `${pathOf(subject, name)}/status`,
    query: writeQuery(dice),
    headers: merge,
  }
  return stepOf(subject, { what: 'patch status', ...request, body: { json: patch }, name })
}

export const replaceStatus: StepMaker = (dice, subject) => {
  const name = someName(dice)
  const stored = pathOf(subject, name)
  const edits = [statusEdit(dice, subject), ...(dice.chance(0.3) ? [goodEdit(dice, subject)] : [])]
  const body = { stored, edits, otherwise: named(subject, subject.manifests[0] ?? {}, name) }
  const request = {
    method: 'PUT',
    path: `${stored}/status`,
    query: writeQuery(dice),
    headers: JSON_TYPE,
    body,
  }
  return stepOf(subject, { what: 'replace status', ...request, name })
}

/** Replaces the object with a changed status, which the server must ignore. */
export const smuggleStatus: StepMaker = (dice, subject) => {
  const name = someName(dice)
  const stored = pathOf(subject, name)
  const otherwise = named(subject, subject.manifests[0] ?? {}, name)
  const body = { stored, edits: [statusEdit(dice, subject)], otherwise }
  const request = { method: 'PUT', path: stored, query: writeQuery(dice), headers: JSON_TYPE, body }
  return stepOf(subject, { what: 'replace with a status', ...request, name })
}

export const readScale: StepMaker = (dice, subject) =>
  stepOf(subject, { what: 'get scale', method: 'GET', path: `${pathOf(subject, someName(dice))}/scale` })

export const patchScale: StepMaker = (dice, subject) => {
  const name = someName(dice)
  const headers = { 'content-type': 'application/merge-patch+json' }
  const body = { json: { spec: { replicas: dice.pick([0, 1, 4, 4, -1, 'many']) } } }
  const request = {
    method: 'PATCH',
    path: `${pathOf(subject, name)}/scale`,
    query: writeQuery(dice),
    headers,
    body,
  }
  return stepOf(subject, { what: 'patch scale', ...request, name })
}

export const replaceScale: StepMaker = (dice, subject) => {
  const name = someName(dice)
  const metadata = { name: dice.chance(0.9) ? name : 'other', namespace: '{{ns}}' }
  const scale = {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata,
    spec: { replicas: dice.pick([0, 2, 3]) },
  }
  const request = {
    method: 'PUT',
    path: `${pathOf(subject, name)}/scale`,
    query: writeQuery(dice),
    headers: JSON_TYPE,
  }
  return stepOf(subject, { what: 'replace scale', ...request, body: { json: scale }, name })
}

/** Finalizes a namespace, as the namespace controller does when it is empty. */
export const finalize: StepMaker = (dice, subject) => {
  const name = someName(dice)
  const path = pathOf(subject, name)
  const finalizers: Edit = { path: ['spec', 'finalizers'], value: dice.pick([[], [], ['example.com/keep']]) }
  const body = { stored: path, edits: [finalizers], otherwise: named(subject, {}, name) }
  const request = {
    method: 'PUT',
    path: `${path}/finalize`,
    query: writeQuery(dice),
    headers: JSON_TYPE,
    body,
  }
  return stepOf(subject, { what: 'finalize', ...request, name })
}

/** Creates an object in a namespace that may be missing or terminating. */
export const createWithin: StepMaker = (dice, subject) => {
  const path = `/api/v1/namespaces/${nameOf(subject, someName(dice))}/configmaps`
  const body = { json: { metadata: { name: dice.pick(['a', 'b']) } } }
  return stepOf(subject, {
    what: 'create within',
    method: 'POST',
    path,
    query: writeQuery(dice),
    headers: JSON_TYPE,
    body,
  })
}

/** Sends bodies that are not objects. */
export const createBroken: StepMaker = (dice, subject) => {
  const text = dice.pick(BROKEN)
  const request = { method: 'POST', path: collectionOf(subject), query: writeQuery(dice), headers: JSON_TYPE }
  return stepOf(subject, { what: 'broken create', ...request, body: { text }, name: 'c' })
}

export const createOfType: StepMaker = (dice, subject) => {
  const type = dice.pick([
    'text/plain',
    'application/yaml',
    'application/xml',
    'application/json; charset=utf-8',
    '',
  ])
  const body = { json: someObject(dice, subject, 'c') }
  const headers = type ? { 'content-type': type } : {}
  const request = { method: 'POST', path: collectionOf(subject), query: writeQuery(dice), headers }
  return stepOf(subject, { what: 'create of another type', ...request, body, name: 'c' })
}

/** Sends an object with a duplicate member; the last one applies. */
export const createTwice: StepMaker = (dice, subject) => {
  const object = JSON.stringify(someObject(dice, subject, 'c'))
  const twice = dice.pick(['"metadata":{"name":"x"},', '"kind":"X",', '"bogus":1,"bogus":2,'])
  const body = { text: `{${twice}${object.slice(1)}` }
  const validation = ['fieldValidation', dice.pick(['Strict', 'Warn', 'Ignore'])] as const
  const request = {
    method: 'POST',
    path: collectionOf(subject),
    query: [validation],
    headers: JSON_TYPE,
    body,
  }
  return stepOf(subject, { what: 'create with duplicates', ...request, name: 'c' })
}

const BROKEN = [
  '',
  '{',
  'null',
  '[]',
  '"text"',
  '7',
  '{}',
  '{"a":1}{"b":2}',
  '{"metadata":',
  'kind: ConfigMap',
  '\u0000',
] as const

function statusEdit(dice: Dice, { statusFields = [] }: Subject): Edit {
  if (statusFields.length === 0 || dice.chance(0.05)) {
    return editOf(dice.pick(COMMON_BAD_FIELDS), values => dice.pick(values))
  }
  return editOf(dice.pick(statusFields), values => dice.pick(values))
}

function nest(json: Json, [first, ...rest]: readonly string[], value: Json): Json {
  if (first === undefined) return value
  const members = typeof json === 'object' && json && !Array.isArray(json) ? json : {}
  return { ...members, [first]: nest((members as Record<string, Json>)[first] ?? {}, rest, value) }
}
