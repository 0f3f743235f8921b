import { type Json, type JsonObject, withValue } from '../json.ts'
import type { Body, Edit, Step } from '../step.ts'
import type { Dice } from './dice.ts'
import {
  COMMON_BAD_FIELDS,
  COMMON_FIELDS,
  collectionOf,
  editOf,
  type Field,
  named,
  nameOf,
  pathOf,
  type Subject,
} from './subject.ts'

/** Makes a step for a subject. */
export type StepMaker = (dice: Dice, subject: Subject) => Step

type Query = readonly (readonly [string, string])[]

/** Few names, so that requests use the same objects again. */
const NAMES = ['a', 'b', 'c'] as const
export const JSON_TYPE = { 'content-type': 'application/json' } as const

/** The name for a step, mostly that of an existing object. */
export function someName(dice: Dice): string {
  return dice.weighted([
    [10, NAMES[0]],
    [4, NAMES[1]],
    [2, NAMES[2]],
    [0.5, 'missing'],
  ])
}

/** The parameters of a write: usually valid, rarely invalid. */
export function writeQuery(dice: Dice): Query {
  const query: (readonly [string, string])[] = []
  if (dice.chance(0.7)) query.push(['fieldManager', dice.pick(['alice', 'bob', 'carol'])])
  if (dice.chance(0.08)) query.push(['dryRun', 'All'])
  if (dice.chance(0.2)) query.push(['fieldValidation', dice.pick(['Strict', 'Warn', 'Ignore', ''])])
  if (dice.chance(0.03)) query.push(dice.pick(BAD_WRITE_QUERIES))
  return query
}

const BAD_WRITE_QUERIES: Query = [
  ['dryRun', 'foo'],
  ['dryRun', ''],
  ['dryRun', 'all'],
  ['fieldValidation', 'foo'],
  ['fieldManager', 'x'.repeat(129)],
  ['fieldManager', 'new\nline'],
  ['force', 'true'],
  ['force', 'maybe'],
  ['timeout', 'soon'],
  ['timeout', '1'],
]

/** A valid change. */
export function goodEdit(dice: Dice, { fields }: Subject): Edit {
  const field = dice.chance(0.6) && fields.length > 0 ? dice.pick(fields) : dice.pick(COMMON_FIELDS)
  if (dice.chance(0.15)) return { path: field.path }
  return editOf(field, values => dice.pick(values))
}

/** An invalid change. */
export function badEdit(dice: Dice, { badFields = [] }: Subject): Edit {
  const field: Field =
    dice.chance(0.6) && badFields.length > 0 ? dice.pick(badFields) : dice.pick(COMMON_BAD_FIELDS)
  return editOf(field, values => dice.pick(values))
}

/** Some changes. */
export function goodEdits(dice: Dice, subject: Subject): readonly Edit[] {
  return Array.from({ length: 1 + dice.below(3) }, () => goodEdit(dice, subject))
}

/** The object with changes. */
function edited(object: JsonObject, edits: readonly Edit[]): JsonObject {
  return edits.reduce<JsonObject>(
    (result, { path, value }) =>
      value === undefined ? result : (withValue(result, path, value) as JsonObject),
    object,
  )
}

/** A whole object of a subject. */
export function someObject(dice: Dice, subject: Subject, name: string): JsonObject {
  const object = named(subject, dice.pick(subject.manifests), name)
  return edited(
    object,
    dice.some(
      COMMON_FIELDS.slice(0, 5).map(field => editOf(field, values => dice.pick(values))),
      0.25,
    ),
  )
}

/** A request for an object or the collection of a subject. */
export function stepOf(
  subject: Subject,
  step: Pick<Step, 'what' | 'method' | 'path' | 'query' | 'headers' | 'body'> & { readonly name?: string },
): Step {
  const { name, what, ...request } = step
  const changes = name === undefined ? {} : { changes: pathOf(subject, name) }
  return { what: `${what} ${subject.plural}`, ...request, ...changes, depth: subject.depth }
}

/** A create with this body. */
export function createStep(subject: Subject, what: string, name: string, body: Body, query: Query): Step {
  return stepOf(subject, {
    what,
    method: 'POST',
    path: collectionOf(subject),
    query,
    headers: JSON_TYPE,
    body,
    name,
  })
}

export const create: StepMaker = (dice, subject) => {
  const name = someName(dice)
  return createStep(subject, 'create', name, { json: someObject(dice, subject, name) }, writeQuery(dice))
}

export const createBad: StepMaker = (dice, subject) => {
  const name = dice.pick(['c', 'd', 'e'])
  const object = edited(someObject(dice, subject, name), [badEdit(dice, subject)])
  return createStep(subject, 'create (bad)', name, { json: object }, writeQuery(dice))
}

export const createGenerated: StepMaker = (dice, subject) => {
  const object = someObject(dice, subject, '')
  // Each name has a prefix of its own, because the generated suffixes sort differently on each server.
  const serial = 1000 + dice.below(9000)
  const generateName = dice.pick([`made-${serial}-`, `x${serial}`, `${serial}${'long'.repeat(15)}-`, 'Bad_'])
  const { name: _name, ...metadata } = object.metadata as JsonObject
  const prefix = subject.namespaced ? generateName : `{{ns}}-${generateName}`
  const body = { json: { ...object, metadata: { ...metadata, generateName: prefix } } }
  const request = { method: 'POST', path: collectionOf(subject), query: writeQuery(dice), headers: JSON_TYPE }
  return stepOf(subject, { what: 'create with generateName', ...request, body })
}

export const createNameless: StepMaker = (dice, subject) => {
  const object = someObject(dice, subject, 'c')
  const { name: _name, ...metadata } = object.metadata as JsonObject
  return createStep(
    subject,
    'create without a name',
    'c',
    { json: { ...object, metadata } },
    writeQuery(dice),
  )
}

export const createElsewhere: StepMaker = (dice, subject) => {
  const object = someObject(dice, subject, 'c')
  const { namespace: _namespace, ...metadata } = object.metadata as JsonObject
  const json = {
    ...object,
    metadata: { ...metadata, ...(dice.chance(0.5) ? { namespace: '{{ns}}-none' } : {}) },
  }
  const path = collectionOf(subject, '{{ns}}-none')
  const request = { method: 'POST', path, query: writeQuery(dice), headers: JSON_TYPE, body: { json } }
  return stepOf(subject, { what: 'create in a missing namespace', ...request })
}

/** Replaces an object with the one last read plus changes, as an editor does. */
export const replaceStored: StepMaker = (dice, subject) => {
  const name = someName(dice)
  const edits = dice.chance(0.2) ? [badEdit(dice, subject)] : goodEdits(dice, subject)
  return replaceStep(dice, subject, 'replace', name, dice.chance(0.1) ? [] : edits)
}

export const replaceStale: StepMaker = (dice, subject) => {
  const name = someName(dice)
  const resourceVersion: Edit = {
    path: ['metadata', 'resourceVersion'],
    value: dice.pick([`<<first-rv ${pathOf(subject, name)}>>`, '1', 'abc', '']),
  }
  const version = dice.chance(0.3) ? { path: ['metadata', 'resourceVersion'] } : resourceVersion
  return replaceStep(dice, subject, 'replace with another version', name, [
    ...goodEdits(dice, subject),
    version,
  ])
}

export const replaceOther: StepMaker = (dice, subject) => {
  const name = someName(dice)
  const edit: Edit = dice.pick([
    { path: ['metadata', 'name'], value: nameOf(subject, 'z') },
    { path: ['metadata', 'name'] },
    { path: ['metadata', 'namespace'], value: 'elsewhere' },
    { path: ['metadata', 'namespace'] },
    { path: ['metadata', 'uid'], value: '11111111-2222-4333-8444-555555555555' },
    { path: ['metadata', 'uid'] },
    { path: ['metadata', 'managedFields'], value: [] },
    { path: ['metadata', 'managedFields'] },
    { path: ['kind'] },
    { path: ['apiVersion'] },
  ])
  return replaceStep(dice, subject, 'replace with other metadata', name, [edit])
}

/** Replaces the whole object, as a tool does that does not read it first. */
export const replaceWhole: StepMaker = (dice, subject) => {
  const name = someName(dice)
  const body = { json: someObject(dice, subject, name) }
  const request = { method: 'PUT', path: pathOf(subject, name), query: writeQuery(dice), headers: JSON_TYPE }
  return stepOf(subject, { what: 'replace as a whole', ...request, body, name })
}

function replaceStep(dice: Dice, subject: Subject, what: string, name: string, edits: readonly Edit[]): Step {
  const path = pathOf(subject, name)
  const otherwise: Json = named(subject, subject.manifests[0] ?? {}, name)
  const body = { stored: path, edits, otherwise }
  return stepOf(subject, {
    what,
    method: 'PUT',
    path,
    query: writeQuery(dice),
    headers: JSON_TYPE,
    body,
    name,
  })
}
