import { StatusError } from '@kube-informer/core'
import { applyJsonPatch } from '@kube-informer/core/patch'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Draft } from '../../api/draft.ts'
import { AdmissionRig, requestOf, reviewOf, UID, type Widget, widgets } from '../../test/admission-rig.ts'
import { type VerifiedResponse, verifyAdmissionResponse } from '../../test/verify-admission-response.ts'
import type { Webhook } from '../webhook.ts'
import { type AdmissionHandler, admission } from './admission.ts'
import type { AdmissionContext } from './admission-context.ts'
import { allowed, denied, patched } from './admission-response.ts'
import { defaulting } from './defaulting.ts'
import { validating } from './validating.ts'

type Json = Record<string, unknown>

/** What the apiserver reads from the answer to a review. Throws what it says if it refuses the answer. */
async function accepted(webhook: Webhook, request = requestOf(), version = 'v1'): Promise<VerifiedResponse> {
  const body = await new AdmissionRig([webhook]).post(JSON.stringify(reviewOf(request, version)))
  const sent = `admission.k8s.io/${version}`
  return verifyAdmissionResponse({ uid: UID, mutating: webhook.type === 'mutating', sent }, body)
}

const both = (handler: AdmissionHandler): readonly Webhook[] =>
  (['mutating', 'validating'] as const).map(type =>
    admission(handler, { type, path: '/x', operations: ['CREATE'] }),
  )

/** The answer to a handler that does not return what its type promises. */
const answersTo = (response: unknown): Promise<readonly VerifiedResponse[]> =>
  Promise.all(both(() => response as never).map(webhook => accepted(webhook)))

test('C-ADM-22: the check refuses what an apiserver refuses', () => {
  const verify = (response: object | null, mutating = true, apiVersion = 'admission.k8s.io/v1') =>
    verifyAdmissionResponse(
      { uid: UID, mutating },
      JSON.stringify({
        kind: 'AdmissionReview',
        apiVersion,
        response: response && { uid: UID, ...response },
      }),
    )
  const patch = btoa('[]')
  expect(() => verify({ uid: 'x' })).toThrow(`expected response.uid="${UID}", got x`)
  expect(() => verify({}, true, 'admission.k8s.io/v1beta1')).toThrow('expected webhook response of')
  expect(() => verify({ patch })).toThrow('webhook returned response.patch but not response.patchType')
  expect(() => verify({ patchType: 'JSONPatch' })).toThrow('response.patchType but not response.patch')
  expect(() => verify({ patch }, false)).toThrow('validating webhook may not return response.patch')
  expect(() => verify(null)).toThrow('webhook response was absent')
  expect(() => verify({ status: { code: '403' } })).toThrow('cannot unmarshal status')
  expect(verify({ allowed: true, patch, patchType: 'JSONPatch' })).toMatchObject({ patch: '[]' })
})

describe('C-ADM-22: whatever a handler does, the apiserver accepts the answer', () => {
  test.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'allowed'],
    ['a list', []],
    ['an empty object', {}],
    ['allowed that is no boolean', { allowed: 'true' }],
    ['warnings that are no list', { allowed: true, warnings: 'x' }],
    ['a warning that is no text', { allowed: true, warnings: [5] }],
    ['an audit annotation that is no text', { allowed: true, auditAnnotations: { a: 5 } }],
    ['an audit key with a prefix', { allowed: true, auditAnnotations: { 'a/b': 'c' } }],
    ['a patch type alone', { allowed: true, patchType: 'MergePatch' }],
  ])('%s is a bug with code 500', async (_, response) => {
    for (const answer of await answersTo(response))
      expect([answer.allowed, answer.status.code]).toEqual([false, 500])
  })

  test.each([
    ['that is no JSON', '['],
    ['that is no list', '{}'],
    ['with an unknown operation', '[{"op":"merge","path":"/a","value":1}]'],
    ['with an inherited operation', '[{"op":"constructor","path":"/a","value":1}]'],
    ['without a path', '[{"op":"remove"}]'],
    ['with a path that is no pointer', '[{"op":"remove","path":"a"}]'],
    ['with an escape that does not exist', '[{"op":"remove","path":"/~2"}]'],
    ['without a value', '[{"op":"add","path":"/a"}]'],
    ['without a source', '[{"op":"move","path":"/a"}]'],
    ['of other operations', '["remove"]'],
    ['in base64', btoa('[]')],
    ['that is no text', 5],
  ])('a patch %s is a bug with code 500', async (_, patch) => {
    for (const answer of await answersTo({ allowed: true, patch })) {
      expect([answer.allowed, answer.status.code]).toEqual([false, 500])
    }
  })

  test('patches with what JSON cannot have are bugs', async () => {
    const cycle: Json = {}
    cycle.self = cycle
    for (const value of [5n, cycle, undefined, () => {}]) {
      const [mutating] = await answersTo(patched('', [{ op: 'add', path: '/a', value }]))
      expect([mutating?.allowed, mutating?.status.code]).toEqual([false, 500])
    }
  })

  test('a patch of a validating webhook is a bug', async () => {
    const [mutating, validatingAnswer] = await answersTo(patched('', [{ op: 'remove', path: '/spec' }]))
    expect(mutating).toMatchObject({ allowed: true, patch: '[{"op":"remove","path":"/spec"}]' })
    expect(validatingAnswer).toMatchObject({
      allowed: false,
      status: { code: 500, message: 'panic: a validating webhook cannot return a patch [recovered]' },
    })
  })

  test('another uid, kind or version of a handler is ignored', async () => {
    const response = {
      ...allowed(),
      uid: 'other',
      kind: 'Other',
      apiVersion: 'v5',
      patch: '',
      patchType: 'JSONPatch',
    }
    for (const answer of await answersTo(response)) expect(answer.allowed).toBe(true)
  })

  test('a status that the apiserver could not decode is left out', async () => {
    const status = {
      code: '403',
      message: 5,
      reason: 'Odd',
      details: { name: 5, causes: ['x', { message: 'm' }], retryAfterSeconds: 1.5 },
    } as never
    const [answer] = await answersTo({ ...denied('no'), status })
    expect(answer?.status).toEqual({ code: 403, reason: 'Odd', details: { causes: [{}, { message: 'm' }] } })
    const throwing = validating(widgets, {
      create() {
        throw new StatusError(status)
      },
    })
    expect((await accepted(throwing)).status).toMatchObject({ code: 403, reason: 'Odd' })
  })

  test('reviews of v1beta1', async () => {
    for (const webhook of both(() => patched('', [{ op: 'remove', path: '/spec' }])))
      expect(await accepted(webhook, requestOf(), 'v1beta1')).toBeDefined()
  })

  const anything = fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withNullPrototype: true,
    withObjectString: true,
    withSparseArray: true,
  })

  /** Members of a response of the right names, with any values. */
  const anyResponse = fc.record(
    {
      allowed: fc.oneof(fc.boolean(), anything),
      status: fc.oneof(
        anything,
        fc.record({ code: anything, message: anything, reason: anything, details: anything }),
      ),
      patches: fc.oneof(
        anything,
        fc.array(
          fc.record({ op: fc.constantFrom('add', 'remove'), path: fc.constant('/a'), value: anything }),
        ),
      ),
      patch: fc.oneof(fc.constant('[]'), anything),
      patchType: fc.oneof(fc.constant('JSONPatch'), anything),
      warnings: fc.oneof(fc.array(fc.string({ unit: 'binary' })), anything),
      auditAnnotations: fc.oneof(fc.dictionary(fc.constantFrom('a', 'b/c'), anything), anything),
    },
    { requiredKeys: ['allowed'] },
  )

  test('any response, and anything thrown', async () => {
    const run = fc.asyncProperty(fc.oneof(anyResponse, anything), fc.boolean(), async (value, throws) => {
      const handler = () => {
        if (throws) throw value
        return value as never
      }
      for (const webhook of both(handler)) await accepted(webhook)
    })
    await fc.assert(run, { numRuns: 200 })
  })

  test('any value in a draft, any warning, and any audit annotation', async () => {
    const run = fc.asyncProperty(anything, anything, anything, async (value, key, text) => {
      const mutate = (draft: Draft<Widget>, { warn, audit }: AdmissionContext) => {
        Object.assign(draft.spec, { value })
        warn(text as string)
        audit(key as string, text as string)
      }
      await accepted(defaulting(widgets, mutate))
      await accepted(defaulting(widgets, draft => void Object.assign(draft.spec, { value })))
    })
    await fc.assert(run, { numRuns: 200 })
  })
})

const name = fc.constantFrom(
  'a',
  'b',
  'a/b',
  'm~n',
  '~1',
  '',
  '0',
  '-',
  '__proto__',
  'constructor',
  'ü',
  '\ud83d\ude00',
)

const { value: json } = fc.letrec<{ value: unknown }>(tie => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(null, true, false, 0, 1, 1.5, -0, 1e-300, '', 'text', '€'),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(name, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
}))

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const define = (object: object, key: string, value: unknown) =>
  Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true })

/** Makes an object like the other, in place: some members are changed deep inside, others are replaced. */
function become(target: Json, wanted: Json, replaces: () => boolean): void {
  for (const key of Object.keys(target)) if (!Object.hasOwn(wanted, key)) delete target[key]
  for (const [key, value] of Object.entries(wanted)) {
    const current = Object.hasOwn(target, key) ? target[key] : undefined
    if (isObject(current) && isObject(value) && !replaces()) become(current, value, replaces)
    else if (Array.isArray(current) && Array.isArray(value) && !replaces())
      current.splice(0, current.length, ...value)
    else define(target, key, value)
  }
}

test('applying the patch to the raw object gives exactly the mutated one', async () => {
  const object = fc.dictionary(name, json, { maxKeys: 5, noNullPrototype: true })
  const run = fc.asyncProperty(
    object,
    object,
    object,
    fc.infiniteStream(fc.boolean()),
    async (raw, first, second, coins) => {
      const replaces = () => coins.next().value
      const text = JSON.stringify({ metadata: { name: 'a' }, spec: raw })
      const drafts: string[] = []
      const step = (wanted: Json) =>
        defaulting(widgets, draft => {
          become(draft.spec as Json, cloned(wanted), replaces)
          drafts.push(JSON.stringify(draft))
        })
      const request = JSON.stringify(reviewOf(requestOf({ object: 'OBJECT' }))).replace(
        '"OBJECT"',
        () => text,
      )
      const body = await new AdmissionRig([step(first), step(second)]).post(request)
      const { allowed: isAllowed, patch } = verifyAdmissionResponse({ uid: UID, mutating: true }, body)
      expect(isAllowed).toBe(true)
      expect(canonical(applyJsonPatch(JSON.parse(text), JSON.parse(patch || '[]')))).toBe(
        canonical(JSON.parse(drafts[1] ?? '')),
      )
    },
  )
  await fc.assert(run, { numRuns: 300 })
})

/** Unlike `structuredClone`, a copy through JSON has own members named `__proto__`. */
const cloned = <T>(value: T): T => JSON.parse(JSON.stringify(value))

/** The text of a value that does not depend on the order of members. `toEqual` reads members named `constructor`. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (!isObject(value)) return JSON.stringify(value)
  const members = Object.keys(value)
    .sort()
    .map(key => `${JSON.stringify(key)}:${canonical(value[key])}`)
  return `{${members.join()}}`
}
