import { type Json, type JsonObject, type Path, withValue } from '../json.ts'
import type { Edit, Step } from '../step.ts'
import type { Dice } from './dice.ts'
import { badEdit, goodEdit, goodEdits, type StepMaker, someName, stepOf, writeQuery } from './steps.ts'
import { apiVersionOf, COMMON_FIELDS, editOf, nameOf, pathOf, type Subject } from './subject.ts'

const MERGE = 'application/merge-patch+json'
const JSON_PATCH = 'application/json-patch+json'
const STRATEGIC = 'application/strategic-merge-patch+json'
const APPLY = 'application/apply-patch+yaml'

export const mergePatch: StepMaker = (dice, subject) =>
  patchStep(dice, subject, 'merge patch', MERGE, mergeOf(someEdits(dice, subject)))

export const strategicPatch: StepMaker = (dice, subject) => {
  const { strategicPatches = [] } = subject
  const patch =
    dice.chance(0.5) && strategicPatches.length > 0
      ? dice.pick(strategicPatches)
      : mergeOf(someEdits(dice, subject))
  return patchStep(dice, subject, 'strategic merge patch', STRATEGIC, patch)
}

export const jsonPatch: StepMaker = (dice, subject) =>
  patchStep(
    dice,
    subject,
    'JSON patch',
    JSON_PATCH,
    someEdits(dice, subject).map(edit => operationOf(dice, edit)),
  )

/** Unusual or invalid operations. */
export const jsonPatchBad: StepMaker = (dice, subject) =>
  patchStep(dice, subject, 'JSON patch (bad)', JSON_PATCH, dice.pick(ODD_OPERATIONS))

export const patchVersioned: StepMaker = (dice, subject) => {
  const name = someName(dice)
  const path = pathOf(subject, name)
  const resourceVersion = dice.pick([`<<rv ${path}>>`, `<<first-rv ${path}>>`, '1'])
  const patch = withValue(
    mergeOf([goodEdit(dice, subject)]),
    ['metadata', 'resourceVersion'],
    resourceVersion,
  )
  return patchStep(dice, subject, 'merge patch with a version', MERGE, patch, name)
}

export const patchBadType: StepMaker = (dice, subject) => {
  const type = dice.pick([
    'application/json',
    'text/plain',
    '',
    'application/yaml',
    `${MERGE};charset=utf-8`,
    'application/apply-patch+cbor',
  ])
  return patchStep(dice, subject, 'patch of another type', type, mergeOf([goodEdit(dice, subject)]))
}

export const patchBroken: StepMaker = (dice, subject) => {
  const name = someName(dice)
  const [type, text] = dice.pick(BROKEN)
  const headers = { 'content-type': type }
  const request = { method: 'PATCH', path: pathOf(subject, name), query: writeQuery(dice), headers }
  return stepOf(subject, { what: 'broken patch', ...request, body: { text }, name })
}

const BROKEN: readonly (readonly [type: string, text: string])[] = [
  [MERGE, '{'],
  [MERGE, ''],
  [MERGE, '[]'],
  [MERGE, 'null'],
  [MERGE, '"text"'],
  [MERGE, '{}'],
  [JSON_PATCH, '{'],
  [JSON_PATCH, '{}'],
  [JSON_PATCH, '[]'],
  [JSON_PATCH, 'null'],
  [JSON_PATCH, '[{"op":"test"}]'],
  [JSON_PATCH, '[{"op":"fly","path":"/a"}]'],
  [STRATEGIC, '{'],
  [STRATEGIC, '[]'],
  [STRATEGIC, '{}'],
  [APPLY, 'a: b: c'],
  [APPLY, '{'],
  [APPLY, '[]'],
]

const ODD_OPERATIONS: readonly Json[] = [
  [{ op: 'test', path: '/metadata/name', value: 'other' }],
  [{ op: 'remove', path: '/metadata/labels/absent' }],
  [{ op: 'remove', path: '/data' }],
  [{ op: 'add', path: '/a/b/c', value: 1 }],
  [{ op: 'replace', path: '/metadata/labels/new', value: 'x' }],
  [{ op: 'copy', from: '/metadata/name', path: '/metadata/annotations' }],
  [{ op: 'move', from: '/metadata/labels', path: '/metadata/annotations' }],
  [{ op: 'add', path: '/metadata/labels/example.com~1color', value: 'blue' }],
  [{ op: 'add', path: '/metadata/finalizers/-', value: 'example.com/hold' }],
  [{ op: 'add', path: '/metadata/finalizers/7', value: 'example.com/hold' }],
  [{ op: 'replace', path: '/metadata/name', value: 'other' }],
  [{ op: 'replace', path: '/kind', value: 'Other' }],
  [{ op: 'replace', path: '/metadata/uid', value: 'zz' }],
  [{ op: 'replace', path: '', value: {} }],
  [{ op: 'add', path: 'no-slash', value: 1 }],
]

/** Applies a configuration as one of the field managers. */
export const apply: StepMaker = (dice, subject) => {
  const { configurations = [] } = subject
  const base = configurations.length > 0 && dice.chance(0.7) ? dice.pick(configurations) : {}
  const edits = dice.some(COMMON_FIELDS, 0.3).map(field => editOf(field, values => dice.pick(values)))
  return applyStep(dice, subject, 'apply', [...edits], base)
}

export const applyBad: StepMaker = (dice, subject) => {
  const base = dice.chance(0.5) ? (subject.configurations?.[0] ?? {}) : {}
  return applyStep(dice, subject, 'apply (bad)', [badEdit(dice, subject)], base)
}

function applyStep(
  dice: Dice,
  subject: Subject,
  what: string,
  edits: readonly Edit[],
  base: JsonObject,
): Step {
  const name = someName(dice)
  const whole: JsonObject = {
    apiVersion: apiVersionOf(subject),
    kind: subject.kind,
    ...base,
    metadata: { name: nameOf(subject, name), ...(base.metadata as JsonObject | undefined) },
  }
  const manager = dice.chance(0.97) ? [['fieldManager', dice.pick(['alice', 'bob', 'carol'])] as const] : []
  const force = dice.chance(0.35) ? [['force', dice.pick(['true', 'true', 'false'])] as const] : []
  const dry = dice.chance(0.07) ? [['dryRun', 'All'] as const] : []
  const query = [...manager, ...force, ...dry]
  const body = {
    json: edits.reduce<Json>((object, { path, value = null }) => withValue(object, path, value), whole),
  }
  const headers = { 'content-type': APPLY }
  return stepOf(subject, { what, method: 'PATCH', path: pathOf(subject, name), query, headers, body, name })
}

function someEdits(dice: Dice, subject: Subject): readonly Edit[] {
  return dice.chance(0.2) ? [badEdit(dice, subject)] : goodEdits(dice, subject)
}

function mergeOf(edits: readonly Edit[]): Json {
  return edits.reduce<Json>((patch, { path, value = null }) => withValue(patch, namesOnly(path), value), {})
}

/** Cuts a path at the first array, because a merge patch replaces arrays as a whole. */
function namesOnly(path: Path): Path {
  const place = path.findIndex(step => typeof step === 'number')
  return place < 0 ? path : path.slice(0, place)
}

function operationOf(dice: Dice, { path, value }: Edit): Json {
  const pointer = path.map(step => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
  if (value === undefined) return { op: 'remove', path: pointer }
  return {
    op: dice.weighted([
      [5, 'add'],
      [3, 'replace'],
      [1, 'test'],
    ] as const),
    path: pointer,
    value,
  }
}

function patchStep(
  dice: Dice,
  subject: Subject,
  what: string,
  type: string,
  patch: Json,
  name: string = someName(dice),
): Step {
  const headers = type ? { 'content-type': type } : {}
  const request = { method: 'PATCH', path: pathOf(subject, name), query: writeQuery(dice), headers }
  return stepOf(subject, { what, ...request, body: { json: patch }, name })
}
