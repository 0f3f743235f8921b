import { StatusError, UsageError } from '@kube-informer/core'
import { describe, expect, test, vi } from 'vitest'
import type { Draft } from '../../api/draft.ts'
import { AdmissionRig, type Widget, widget, widgets } from '../../test/admission-rig.ts'
import type { AdmissionContext } from './admission-context.ts'
import { type DefaultingHandler, defaulting } from './defaulting.ts'

type WidgetDraft = Draft<Widget>

const rig = (...handlers: DefaultingHandler<Widget>[]) =>
  new AdmissionRig(handlers.map(handler => defaulting(widgets, handler)))

const setSize = (draft: WidgetDraft) => {
  draft.spec.size ??= 1
}

/** Sets members of the draft's spec. */
const inSpec = (change: (draft: WidgetDraft) => object) => (draft: WidgetDraft) => {
  Object.assign(draft.spec, change(draft))
}

/** The operations of the answer's patch. */
const patchOf = ({ patch }: { readonly patch: string }) => JSON.parse(patch || '[]')

test('C-ADM-15: a defaulter that sets a field answers with one add', async () => {
  const { body, patch, status } = await rig(setSize).send({ object: widget({ color: 'red', unknown: [{}] }) })
  expect(JSON.parse(body).response).toMatchObject({ patchType: 'JSONPatch', status: { code: 200 } })
  expect(patch).toBe('[{"op":"add","path":"/spec/size","value":1}]')
  expect(status).toEqual({ code: 200 })
})

describe('C-ADM-15: the patch', () => {
  test('is none without a change, also after one that was undone', async () => {
    const object = widget({ size: 2 })
    expect((await rig(setSize).send({ object })).patch).toBe('')
    const undone = (draft: WidgetDraft) => {
      draft.spec.color = 'red'
      delete draft.spec.color
      draft.spec = { ...draft.spec }
    }
    const { body } = await rig(undone).send({ object })
    expect(JSON.parse(body).response).not.toHaveProperty('patchType')
  })

  test('adds parents that do not exist', async () => {
    const annotate = ({ metadata = {} }: WidgetDraft) => {
      metadata.annotations = { ...metadata.annotations, 'example.com/a~b': 'yes' }
    }
    const answer = await rig(annotate).send()
    expect(patchOf(answer)).toEqual([
      { op: 'add', path: '/metadata/annotations', value: { 'example.com/a~b': 'yes' } },
    ])
    const object = widget({}, { annotations: { other: 'x' } })
    expect(patchOf(await rig(annotate).send({ object }))).toEqual([
      { op: 'add', path: '/metadata/annotations/example.com~1a~0b', value: 'yes' },
    ])
  })

  test('is of UPDATE, too, and of the object after it', async () => {
    const members = { operation: 'UPDATE', object: widget({ color: 'red' }), oldObject: widget({ size: 5 }) }
    expect((await rig(setSize).send(members)).object).toEqual(widget({ color: 'red', size: 1 }))
  })

  test('leaves numbers that JavaScript rounds as they are, also where they move', async () => {
    const text = JSON.stringify({
      kind: 'AdmissionReview',
      apiVersion: 'admission.k8s.io/v1',
      request: { uid: 'x', operation: 'CREATE', object: widget({ parts: [{ name: 'a', count: 987 }] }) },
    }).replace('987', '9007199254740993')
    const body = await rig(setSize).post(text)
    expect(atob(JSON.parse(body).response.patch)).toBe('[{"op":"add","path":"/spec/size","value":1}]')
    const move = inSpec(({ spec: { parts = [] } }) => ({ size: parts[0]?.count }))
    expect(atob(JSON.parse(await rig(move).post(text)).response.patch)).toBe(
      '[{"op":"add","path":"/spec/size","value":9007199254740993}]',
    )
  })

  test('has a member named __proto__, and no prototype changes', async () => {
    const object = JSON.parse('{"metadata":{"name":"a"},"spec":{"__proto__":{"polluted":1}}}')
    const change = (draft: WidgetDraft) => {
      Object.defineProperty(draft.spec, '__proto__', {
        value: { ours: 1 },
        enumerable: true,
        configurable: true,
      })
    }
    const answer = await rig(change).send({ object })
    expect(patchOf(answer)).toEqual([
      { op: 'remove', path: '/spec/__proto__/polluted' },
      { op: 'add', path: '/spec/__proto__/ours', value: 1 },
    ])
    expect(answer.body).not.toContain('"polluted":1')
    expect(({} as { polluted?: number; ours?: number }).polluted).toBeUndefined()
    expect((await rig(setSize).send({ object })).patch).toBe('[{"op":"add","path":"/spec/size","value":1}]')
  })
})

describe('C-ADM-17: a defaulter', () => {
  test('is not called for DELETE', async () => {
    const handler = vi.fn()
    const answer = await rig(handler).send({ operation: 'DELETE', object: null, oldObject: widget() })
    expect(answer).toMatchObject({ allowed: true, status: { code: 200 }, patch: '' })
    expect(handler).not.toHaveBeenCalled()
  })

  test('denies by an Error', async () => {
    const handler = (draft: WidgetDraft, { warn }: AdmissionContext) => {
      warn('watch out')
      draft.spec.size = 5
      throw new Error('no more widgets')
    }
    expect(await rig(handler).send()).toMatchObject({
      allowed: false,
      status: { code: 403, reason: 'Forbidden', message: 'no more widgets' },
      warnings: ['watch out'],
      patch: '',
    })
  })

  test('denies by a Status', async () => {
    const status = { status: 'Failure', code: 429, reason: 'TooManyRequests', message: 'later' }
    const handler = () => Promise.reject(new StatusError(status))
    expect((await rig(handler).send()).status).toEqual(status)
  })

  test.each([
    ['no object', { object: null }, 'there is no content to decode'],
    [
      'an object of another kind',
      { object: { ...widget(), kind: 'Gadget' } },
      'expected Widget of example.com/v1, got {"apiVersion":"example.com/v1","kind":"Gadget"}',
    ],
    ['an unknown operation', { operation: 'FROB' }, 'unknown operation "FROB"'],
  ])('rejects %s', async (_, members, message) => {
    const handler = vi.fn()
    expect((await rig(handler).send(members)).status).toEqual({ code: 400, message })
    expect(handler).not.toHaveBeenCalled()
  })
})

describe('several defaulters of a resource', () => {
  test('share a draft: one patch has the changes of all, also where an earlier one is changed again', async () => {
    const label = (name: string) => (draft: WidgetDraft) => {
      draft.metadata = { ...draft.metadata, labels: { ...draft.metadata?.labels, [name]: 'yes' } }
    }
    const grow = (draft: WidgetDraft) => {
      draft.spec.size = (draft.spec.size ?? 0) + 1
    }
    const late = async (draft: WidgetDraft) => {
      await Promise.resolve()
      draft.spec.color = `size ${draft.spec.size}`
    }
    const answer = await rig(label('a'), grow, label('b'), grow, late).send()
    expect(answer.object).toEqual(widget({ size: 2, color: 'size 2' }, { labels: { a: 'yes', b: 'yes' } }))
    expect(
      patchOf(answer)
        .map(({ path }: { path: string }) => path)
        .sort(),
    ).toEqual(['/metadata/labels', '/spec/color', '/spec/size'])
  })

  test('report warnings and audit annotations together', async () => {
    const report =
      (name: string) =>
      (_: WidgetDraft, { warn, audit }: AdmissionContext) => {
        warn(`by ${name}`)
        audit(name, 'set')
      }
    expect(await rig(report('a'), report('b')).send()).toMatchObject({
      warnings: ['by a', 'by b'],
      auditAnnotations: { a: 'set', b: 'set' },
    })
  })

  test('end with the first that denies, whose warnings are kept', async () => {
    const later = vi.fn()
    const deny = (_: WidgetDraft, { warn }: AdmissionContext) => {
      warn('of the denial')
      throw new Error('no')
    }
    const warn = (draft: WidgetDraft, context: AdmissionContext) => {
      draft.spec.size = 3
      context.warn('before')
    }
    expect(await rig(warn, deny, later).send()).toMatchObject({
      allowed: false,
      patch: '',
      warnings: ['before', 'of the denial'],
    })
    expect(later).not.toHaveBeenCalled()
  })

  test('are called for their own operations', async () => {
    const [create, both] = [vi.fn(), vi.fn()]
    const call = new AdmissionRig([
      defaulting(widgets, create, { operations: ['CREATE'] }),
      defaulting(widgets, both),
    ])
    await call.send({ operation: 'UPDATE', oldObject: widget() })
    expect([create.mock.calls.length, both.mock.calls.length]).toEqual([0, 1])
  })
})

describe('the draft', () => {
  test('has no effect on the request, which is frozen', async () => {
    const seen: unknown[] = []
    const handler = (draft: WidgetDraft, { request }: AdmissionContext) => {
      draft.spec.size = 5
      seen.push(request.object?.spec, Object.isFrozen(request.object))
    }
    expect((await rig(handler).send()).object).toEqual(widget({ size: 5 }))
    expect(seen).toEqual([{}, true])
  })

  test('may be changed after the answer, without effect', async () => {
    const drafts: WidgetDraft[] = []
    const call = rig(draft => void drafts.push(draft))
    const sending = call.send()
    await expect(sending).resolves.toMatchObject({ patch: '' })
    for (const draft of drafts) draft.spec.size = 9
    expect((await call.send()).patch).toBe('')
    expect(drafts[0]).not.toBe(drafts[1])
  })

  test('what a defaulter returns is ignored', async () => {
    const handler = (() => widget({ size: 9 })) as never
    expect((await rig(handler).send()).patch).toBe('')
  })
})

describe('what a defaulter must not change', () => {
  const stored = widget(
    {},
    {
      uid: 'u',
      resourceVersion: '5',
      generation: 2,
      creationTimestamp: '2026-01-01T00:00:00Z',
    },
  )
  const members = { operation: 'UPDATE', object: stored, oldObject: stored }
  const assign = (change: object) => (draft: WidgetDraft) => {
    Object.assign(draft, change)
  }
  const meta = (change: object) => (draft: WidgetDraft) => {
    draft.metadata = { ...draft.metadata, ...change }
  }

  test.each<[string, DefaultingHandler<Widget>]>([
    ['apiVersion', assign({ apiVersion: 'example.com/v2' })],
    ['kind', draft => void delete draft.kind],
    ['metadata', draft => void delete draft.metadata],
    ['metadata', assign({ metadata: [] })],
    ['metadata.name', meta({ name: 'b' })],
    ['metadata.namespace', meta({ namespace: 'other' })],
    ['metadata.uid', meta({ uid: 'v' })],
    ['metadata.resourceVersion', meta({ resourceVersion: '' })],
    ['metadata.generation', meta({ generation: 3 })],
    ['metadata.creationTimestamp', meta({ creationTimestamp: undefined })],
    ['metadata.deletionTimestamp', meta({ deletionTimestamp: '2026-01-01T00:00:00Z' })],
    ['metadata.deletionGracePeriodSeconds', meta({ deletionGracePeriodSeconds: 0 })],
  ])('%s', async (field, handler) => {
    const call = rig(handler)
    const { status, patch } = await call.send(members)
    expect(status).toEqual({ code: 500, message: `panic: a defaulter cannot change ${field} [recovered]` })
    expect(patch).toBe('')
    expect(call.panics).toEqual(['/mutate-example-com-v1-widget admission'])
  })

  test('labels, annotations, finalizers, owners and generateName may change', async () => {
    const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'c', uid: 'c' }]
    const change = {
      labels: { a: 'b' },
      annotations: { c: 'd' },
      finalizers: ['e/f'],
      ownerReferences,
      generateName: 'g-',
    }
    expect((await rig(meta(change)).send(members)).object).toMatchObject({ metadata: change })
  })

  test('a generated name may be chosen, on CREATE only', async () => {
    const object = widget({}, { name: undefined, generateName: 'a-' })
    const choose = rig(meta({ name: 'a-1' }))
    expect((await choose.send({ name: '', object })).object).toMatchObject({ metadata: { name: 'a-1' } })
    expect((await choose.send({ operation: 'UPDATE', object, oldObject: object })).status.code).toBe(500)
  })
})

describe('what is no JSON', () => {
  class Size {
    readonly value = 5
  }
  const cycle: { self?: unknown } = {}
  cycle.self = cycle

  test.each<[string, unknown, RegExp]>([
    ['NaN', Number.NaN, /spec\.size: JSON has no NaN/],
    ['an infinity', Number.POSITIVE_INFINITY, /spec\.size: JSON has no Infinity/],
    ['a bigint', 5n, /spec\.size: it must be JSON, got a bigint/],
    ['a function', () => 5, /spec\.size: it must be JSON, got a function/],
    ['a symbol', Symbol('s'), /spec\.size: it must be JSON, got a symbol/],
    ['a Date', new Date(0), /spec\.size: it must be JSON, got Date/],
    ['a Map', new Map(), /spec\.size: it must be JSON, got Map/],
    ['a class instance', new Size(), /spec\.size: it must be JSON, got Size/],
    ['one inside a list', [{ a: new Size() }], /spec\.size\[0\]\.a: it must be JSON, got Size/],
    ['an integer beyond 2^53', 2 ** 53, /spec\.size: 9007199254740992 is beyond 2\^53/],
    ['a cycle', cycle, /spec\.size\.self: it must be JSON, got a value that contains itself/],
  ])('%s is a bug that names the field', async (_, value, message) => {
    const { allowed, status } = await rig(inSpec(() => ({ size: value }))).send()
    expect([allowed, status.code]).toEqual([false, 500])
    expect(status.message).toMatch(message)
  })

  test('a draft that contains itself', async () => {
    const { status } = await rig(inSpec(draft => ({ self: draft }))).send()
    expect(status).toMatchObject({ code: 500, message: expect.stringContaining('contains itself') })
  })

  test('one value in two fields is JSON', async () => {
    const part = { name: 'p' }
    const { object } = await rig(inSpec(() => ({ parts: [part, part] }))).send()
    expect(object).toEqual(widget({ parts: [part, part] }))
  })
})

test('describes itself for the webhook configuration', () => {
  const { type, path, hasOwnPath, resource, operations } = defaulting(widgets, setSize)
  expect({ type, path, hasOwnPath, resource, operations }).toEqual({
    type: 'mutating',
    path: '/mutate-example-com-v1-widget',
    hasOwnPath: false,
    resource: widgets,
    operations: ['CREATE', 'UPDATE'],
  })
  expect(defaulting(widgets, setSize, { path: '/own', operations: ['CREATE'] })).toMatchObject({
    path: '/own',
    hasOwnPath: true,
    operations: ['CREATE'],
  })
})

test('C-ADM-26: the same own path twice is an error', () => {
  const own = () => defaulting(widgets, setSize, { path: '/own' })
  expect(() => new AdmissionRig([own(), own()])).toThrow(UsageError)
})
