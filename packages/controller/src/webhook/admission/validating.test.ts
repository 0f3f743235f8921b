import { StatusError, UsageError } from '@kube-informer/core'
import { describe, expect, test, vi } from 'vitest'
import { AdmissionRig, requestOf, type Widget, widget, widgets } from '../../test/admission-rig.ts'
import type { AdmissionContext } from './admission-context.ts'
import { type ValidatingHandlers, validating } from './validating.ts'

const rig = (handlers: ValidatingHandlers<Widget>) => new AdmissionRig([validating(widgets, handlers)])

/** The members of a request of an operation. */
const OF = {
  create: { operation: 'CREATE', object: widget({ size: 1 }) },
  update: { operation: 'UPDATE', object: widget({ size: 2 }), oldObject: widget({ size: 1 }) },
  delete: { operation: 'DELETE', object: null, oldObject: widget({ size: 1 }) },
} as const

const operations = Object.entries(OF) as [keyof typeof OF, object][]

const invalid = {
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  message: 'Widget "a" is invalid',
  reason: 'Invalid',
  code: 422,
  details: {
    name: 'a',
    group: 'example.com',
    kind: 'Widget',
    causes: [{ reason: 'FieldValueInvalid', message: 'must be small', field: 'spec.size' }],
    retryAfterSeconds: 3,
  },
} as const

/** Without the type of the Status itself, which its field in a review implies. */
const { kind: _, apiVersion: __, metadata: ___, ...sentStatus } = invalid

describe('C-ADM-11: a validator that allows', () => {
  test.each(operations)('%s', async (name, members) => {
    const handler = vi.fn()
    const answer = await rig({ [name]: handler }).send(members)
    expect(answer).toMatchObject({ allowed: true, status: { code: 200 }, warnings: [] })
    const context = expect.objectContaining({ operation: requestOf(members).operation, dryRun: false })
    const objects = {
      create: [OF.create.object],
      update: [OF.update.object, OF.update.oldObject],
      delete: [OF.delete.oldObject],
    }
    expect(handler.mock.calls).toEqual([[...objects[name], context]])
  })

  test.each(operations)('%s with warnings', async (name, members) => {
    const warn = (...args: unknown[]) => {
      const context = args.at(-1) as AdmissionContext
      context.warn('is deprecated')
      context.warn('is slow')
    }
    expect(await rig({ [name]: warn }).send(members)).toMatchObject({
      allowed: true,
      warnings: ['is deprecated', 'is slow'],
    })
  })
})

describe('C-ADM-12: a validator that denies', () => {
  const thrown: readonly (readonly [string, Error, object])[] = [
    ['an Error', new Error('is too large'), { code: 403, reason: 'Forbidden', message: 'is too large' }],
    ['a Status', new StatusError(invalid), sentStatus],
    [
      'an error with the Status as its cause',
      new Error('cannot', { cause: new Error('see', { cause: new StatusError(invalid) }) }),
      sentStatus,
    ],
    [
      'a bug with the Status as its cause',
      new TypeError('x', { cause: new StatusError(invalid) }),
      sentStatus,
    ],
  ]
  const cases = operations.flatMap(([name, members]) =>
    thrown.map(([what, error, status]) => [`${name}: ${what}`, name, members, error, status] as const),
  )

  test.each(cases)('%s', async (_title, name, members, error, status) => {
    const deny = async (...args: unknown[]) => {
      const { warn } = args.at(-1) as AdmissionContext
      warn('watch out')
      throw error
    }
    const call = rig({ [name]: deny })
    const answer = await call.send(members)
    expect(answer).toMatchObject({ allowed: false, warnings: ['watch out'] })
    expect(answer.status).toEqual(status)
    expect(call.panics).toEqual([])
  })

  test.each([
    ['Node', new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') })],
    ['Node, while it reads a body', new TypeError('terminated', { cause: new Error('other side closed') })],
    ['Deno', new TypeError('error sending request for url (http://localhost:1/)')],
  ])('a network error of %s is no bug: code 500, logged, and not counted', async (_host, error) => {
    const call = rig({ create: () => Promise.reject(error) })
    expect((await call.send()).status).toEqual({ code: 500, reason: 'InternalError', message: error.message })
    expect(call.panics).toEqual([])
    expect(call.logger.messages).toMatchObject([{ level: 'error', message: 'a handler had a network error' }])
  })

  test('a handler that panics keeps its warnings and those before it', async () => {
    const warning = (text: string, error?: unknown) =>
      validating(widgets, {
        create(_, { warn }) {
          warn(text)
          if (error) throw error
        },
      })
    const call = new AdmissionRig([warning('first'), warning('second', new TypeError('oops'))])
    expect(await call.send()).toMatchObject({ status: { code: 500 }, warnings: ['first', 'second'] })
  })

  test.each([
    new TypeError('Failed to parse URL from x', { cause: new TypeError('Invalid URL') }),
    new TypeError('fetch is not a function'),
  ])('%s is a bug', async error => {
    const call = rig({ create: () => Promise.reject(error) })
    expect((await call.send()).status).toEqual({ code: 500, message: `panic: ${error.message} [recovered]` })
    expect(call.panics).toHaveLength(1)
  })

  test('a chain of causes that is a cycle', async () => {
    const error = new Error('round')
    error.cause = error
    const create = () => {
      throw error
    }
    expect((await rig({ create }).send()).status.message).toBe('round')
  })
})

describe('C-ADM-13: requests that no function is called for', () => {
  const handlers = () => ({ create: vi.fn(), update: vi.fn(), delete: vi.fn() })

  test('CONNECT is allowed', async () => {
    const all = handlers()
    const object = { kind: 'PodExecOptions', apiVersion: 'v1' }
    expect((await rig(all).send({ operation: 'CONNECT', object })).allowed).toBe(true)
    for (const handler of Object.values(all)) expect(handler).not.toHaveBeenCalled()
  })

  test.each(['FROB', '', 'create', 'constructor'])('the operation %j is unknown', async operation => {
    expect((await rig(handlers()).send({ operation })).status).toEqual({
      code: 400,
      message: `unknown operation ${JSON.stringify(operation)}`,
    })
  })

  test.each([
    ['create without object', { operation: 'CREATE', object: null }],
    ['update without object', { ...OF.update, object: null }],
    ['update without oldObject', { ...OF.update, oldObject: null }],
    ['delete without oldObject', { ...OF.delete, oldObject: undefined }],
  ])('%s', async (_title, members) => {
    const all = handlers()
    expect((await rig(all).send(members)).status).toEqual({
      code: 400,
      message: 'there is no content to decode',
    })
    for (const handler of Object.values(all)) expect(handler).not.toHaveBeenCalled()
  })

  test('an operation without a function is allowed', async () => {
    const create = vi.fn()
    expect((await rig({ create }).send(OF.update)).allowed).toBe(true)
    expect(create).not.toHaveBeenCalled()
  })
})

describe('C-ADM-14: objects', () => {
  test('may lack apiVersion and kind', async () => {
    const create = vi.fn()
    const { apiVersion, kind, ...object } = widget({ size: 1 })
    await rig({ create }).send({ object })
    expect(create.mock.calls[0]?.[0]).toEqual(object)
    expect([apiVersion, kind]).toEqual(['example.com/v1', 'Widget'])
  })

  test.each([
    [{ kind: 'Gadget' }, '{"apiVersion":"example.com/v1","kind":"Gadget"}'],
    [{ apiVersion: 'example.com/v2' }, '{"apiVersion":"example.com/v2","kind":"Widget"}'],
    [{ kind: 5 }, '{"apiVersion":"example.com/v1","kind":5}'],
    [{ kind: { toString: 1 } }, '{"apiVersion":"example.com/v1","kind":{"toString":1}}'],
  ])('of another kind are rejected: %o', async (members, got) => {
    const object = { ...widget(), ...members }
    const message = `expected Widget of example.com/v1, got ${got}`
    expect((await rig({ create: vi.fn() }).send({ object })).status).toEqual({ code: 400, message })
    expect((await rig({ update: vi.fn() }).send({ ...OF.update, oldObject: object })).status).toMatchObject({
      code: 400,
    })
  })

  test('have the members that the type does not know', async () => {
    const create = vi.fn()
    const object = { ...widget({ unknown: { a: [1] } }), more: true }
    await rig({ create }).send({ object })
    expect(create.mock.calls[0]?.[0]).toEqual(object)
  })

  test('are frozen: a validator that writes fails by its bug', async () => {
    const create = (object: Widget) => {
      ;(object.spec as { size: number }).size = 5
    }
    expect((await rig({ create }).send()).status).toMatchObject({
      code: 500,
      message: expect.stringMatching(
        /^panic: Cannot add property size, object is not extensible \[recovered\]$/,
      ),
    })
    const remove = (_object: Widget, old: Widget) => {
      delete (old.metadata as { name?: string }).name
    }
    expect((await rig({ update: remove }).send(OF.update)).status.code).toBe(500)
  })
})

test('what a validator returns is ignored', async () => {
  expect((await rig({ create: (() => false) as never }).send()).allowed).toBe(true)
})

test('a validator needs a function', () => {
  expect(() => validating(widgets, {})).toThrow(new UsageError('validating needs create, update or delete'))
})

test('describes itself for the webhook configuration', () => {
  const { type, path, hasOwnPath, resource, operations } = validating(widgets, { delete() {}, create() {} })
  expect({ type, path, hasOwnPath, resource, operations }).toEqual({
    type: 'validating',
    path: '/validate-example-com-v1-widget',
    hasOwnPath: false,
    resource: widgets,
    operations: ['CREATE', 'DELETE'],
  })
  expect(validating(widgets, { update() {} }, { path: '/own' })).toMatchObject({
    path: '/own',
    hasOwnPath: true,
    operations: ['UPDATE'],
  })
})

describe('the context', () => {
  test('shows a dry run, the user and the subresource', async () => {
    const seen: unknown[] = []
    const update = (
      _: Widget,
      __: Widget,
      { dryRun, request: { userInfo, subResource, dryRun: raw } }: AdmissionContext,
    ) => {
      seen.push(dryRun, raw, userInfo?.username, subResource)
    }
    await rig({ update }).send({ ...OF.update, dryRun: true, subResource: 'status' })
    expect(seen).toEqual([true, true, 'jane', 'status'])
  })

  test('a warning is one line: the apiserver drops those with control characters', async () => {
    const create = (_: Widget, { warn }: AdmissionContext) => {
      warn('two\nlines\tand\u0007a bell')
      warn('')
      warn('  ')
    }
    expect((await rig({ create }).send()).warnings).toEqual(['two lines and a bell'])
  })

  test('audit annotations have no prefix: the apiserver adds it. The last value of a key counts', async () => {
    const create = (_: Widget, { audit }: AdmissionContext) => {
      audit('reason', 'first')
      audit('reason', 'last')
      audit('team.a_b-c', '')
    }
    expect((await rig({ create }).send()).auditAnnotations).toEqual({ reason: 'last', 'team.a_b-c': '' })
  })

  test.each(['', 'example.com/reason', '-a', 'a b', '__proto__', 'ü', 'a'.repeat(64)])(
    'the audit key %j is a bug: the apiserver would drop it',
    async key => {
      const create = (_: Widget, { audit }: AdmissionContext) => audit(key, 'x')
      expect((await rig({ create }).send()).status).toEqual({
        code: 500,
        message: `panic: the audit key must be a name without the prefix that the apiserver adds, got ${JSON.stringify(key)} [recovered]`,
      })
    },
  )
})

describe('several validators of a resource', () => {
  test('are called in their order until one denies', async () => {
    const calls: string[] = []
    const step = (name: string, error?: Error) =>
      validating(widgets, {
        async create(_, { warn, audit }) {
          calls.push(name)
          warn(`by ${name}`)
          audit(name, 'called')
          if (error) throw error
        },
      })
    const answer = await new AdmissionRig([step('a'), step('b')]).send()
    expect(answer).toMatchObject({ allowed: true, warnings: ['by a', 'by b'] })
    const denied = await new AdmissionRig([step('c'), step('d', new Error('no')), step('e')]).send()
    expect(denied).toMatchObject({ allowed: false, warnings: ['by c', 'by d'] })
    expect(denied.auditAnnotations).toEqual({ c: 'called', d: 'called' })
    expect(calls).toEqual(['a', 'b', 'c', 'd'])
  })

  test('audit annotations with the same key are all kept', async () => {
    const step = (value: string) => validating(widgets, { create: (_, { audit }) => audit('checked', value) })
    const { auditAnnotations } = await new AdmissionRig([step('size'), step('size'), step('color')]).send()
    expect(auditAnnotations).toEqual({ checked: 'size, color' })
  })

  test('each is called for its own operations', async () => {
    const [create, update] = [vi.fn(), vi.fn()]
    const call = new AdmissionRig([validating(widgets, { create }), validating(widgets, { update })])
    await call.send(OF.update)
    expect([create.mock.calls.length, update.mock.calls.length]).toEqual([0, 1])
  })

  test('C-ADM-26: resources whose groups differ by a dot and a dash need paths of their own', () => {
    const other = { ...widgets, group: 'example-com' }
    const handlers = { create() {} }
    expect(() => new AdmissionRig([validating(widgets, handlers), validating(other, handlers)])).toThrow(
      new UsageError(
        'the path /validate-example-com-v1-widget belongs to webhooks of different resources: choose a path for one',
      ),
    )
    const own = validating(other, handlers, { path: '/other' })
    expect(() => new AdmissionRig([validating(widgets, handlers), own])).not.toThrow()
  })
})
