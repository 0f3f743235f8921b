import { UsageError } from '@kube-informer/core'
import { describe, expect, test } from 'vitest'
import { AdmissionRig, requestOf, reviewOf, UID, widget } from '../../test/admission-rig.ts'
import { type AdmissionHandler, type AdmissionOptions, admission } from './admission.ts'
import type { AdmissionRequest } from './admission-request.ts'
import { type AdmissionResponse, allowed, denied, errored, patched } from './admission-response.ts'

const rig = (
  handler: AdmissionHandler | readonly AdmissionHandler[],
  options: Partial<AdmissionOptions> = {},
): AdmissionRig =>
  new AdmissionRig([
    admission(handler, {
      type: 'mutating',
      path: '/x',
      operations: ['CREATE', 'DELETE', 'CONNECT'],
      ...options,
    }),
  ])

const validating = { type: 'validating' } as const

const label = (name: string, value: string) =>
  patched('', [{ op: 'add', path: `/metadata/labels/${name}`, value }])

describe('C-ADM-7: responses', () => {
  test.each<[string, AdmissionResponse, object]>([
    ["allowed('')", allowed(''), { allowed: true, status: { code: 200 } }],
    ["allowed('ok')", allowed('ok'), { allowed: true, status: { code: 200, message: 'ok' } }],
    [
      "denied('no')",
      denied('no'),
      { allowed: false, status: { code: 403, reason: 'Forbidden', message: 'no' } },
    ],
    ['denied()', denied(), { allowed: false, status: { code: 403, reason: 'Forbidden' } }],
    [
      'errored(418, …)',
      errored(418, new Error('teapot')),
      { allowed: false, status: { code: 418, message: 'teapot' } },
    ],
    [
      "patched('', …)",
      patched('', [{ op: 'remove', path: '/spec' }]),
      {
        allowed: true,
        status: { code: 200 },
        patch: btoa('[{"op":"remove","path":"/spec"}]'),
        patchType: 'JSONPatch',
      },
    ],
    ["patched('done', …)", patched('done', []), { allowed: true, status: { code: 200, message: 'done' } }],
  ])('%s', async (_, response, sent) => {
    const { body } = await rig(() => response).send()
    expect(JSON.parse(body).response).toEqual({ uid: UID, ...sent })
  })

  test('patches replace the text of a patch, which is sent as it is otherwise', async () => {
    const patch = '[ {"op": "add", "path": "/spec/size", "value": 9007199254740993} ]'
    expect((await rig(() => ({ allowed: true, patch })).send()).patch).toBe(patch)
    const both: AdmissionResponse = { allowed: true, patch, patches: [{ op: 'remove', path: '/spec' }] }
    expect((await rig(() => both).send()).patch).toBe('[{"op":"remove","path":"/spec"}]')
    expect((await rig(() => ({ allowed: true, patch, patches: [] })).send()).patch).toBe(patch)
  })

  test('a patch of text beyond Latin-1, and longer than the arguments of a call', async () => {
    const value = 'ü€😀'.repeat(50_000)
    const { object } = await rig(() => patched('', [{ op: 'add', path: '/spec/color', value }])).send()
    expect(object).toEqual(widget({ color: value }))
  })

  test('integers beyond 2^53 of a patch have the digits of the request', async () => {
    const handler: AdmissionHandler = ({ object }) =>
      patched('', [{ op: 'add', path: '/spec/copy', value: [object?.big] }])
    const review = JSON.stringify(reviewOf(requestOf({ object: { ...widget(), big: 987 } })))
    const body = await rig(handler).post(review.replace('987', '9007199254740993'))
    expect(atob(JSON.parse(body).response.patch)).toBe(
      '[{"op":"add","path":"/spec/copy","value":[9007199254740993]}]',
    )
  })

  test.each([
    ['NaN', Number.NaN, 'JSON has no NaN'],
    ['a Date', new Date(0), 'it must be JSON, got Date'],
    ['an unknown integer beyond 2^53', 2 ** 53, /beyond 2\^53/],
  ])('a patch with %s is a bug that names the path', async (_what, value, problem) => {
    const { status } = await rig(() => patched('', [{ op: 'add', path: '/x', value: { a: value } }])).send()
    expect(status.code).toBe(500)
    expect(status.message).toMatch(/cannot write \[0\]\.value\.a: /)
    expect(status.message).toMatch(problem)
  })

  test('a denial has no patch', async () => {
    const response: AdmissionResponse = { ...denied('no'), patches: [{ op: 'remove', path: '/spec' }] }
    expect(await rig(() => response).send()).toMatchObject({ allowed: false, patch: '' })
  })

  test('warnings and audit annotations of a response follow those of the context', async () => {
    const handler: AdmissionHandler = (_, { warn, audit }) => {
      warn('first')
      audit('a', '1')
      return { ...denied('no'), warnings: ['second'], auditAnnotations: { b: '2' } }
    }
    expect(await rig(handler).send()).toMatchObject({
      warnings: ['first', 'second'],
      auditAnnotations: { a: '1', b: '2' },
    })
  })
})

describe('the request', () => {
  async function seen(members: object): Promise<AdmissionRequest> {
    let request: AdmissionRequest | undefined
    const handler: AdmissionHandler = each => {
      request = each
      return allowed()
    }
    await rig(handler, { ...validating, operations: ['CREATE', 'DELETE', 'CONNECT'] }).send(members)
    if (!request) throw new Error('not called')
    return request
  }

  test('has what the apiserver sent, and is frozen', async () => {
    const request = await seen({ userInfo: { username: 'jane', extra: { scopes: ['a'] } } })
    expect(request).toMatchObject({
      uid: UID,
      kind: { group: 'example.com', version: 'v1', kind: 'Widget' },
      name: 'a',
      namespace: 'default',
      operation: 'CREATE',
      dryRun: false,
      object: widget(),
    })
    expect(request.oldObject).toBeUndefined()
    expect(Object.isFrozen(request)).toBe(true)
    expect(Object.isFrozen(request.object?.spec)).toBe(true)
    expect(Object.isFrozen(request.userInfo?.extra?.scopes)).toBe(true)
    expect(JSON.parse(JSON.stringify(request)).object).toEqual(widget())
  })

  test('of a DELETE has its options', async () => {
    const options = { apiVersion: 'meta.k8s.io/v1', kind: 'DeleteOptions', propagationPolicy: 'Foreground' }
    const request = await seen({ operation: 'DELETE', object: null, oldObject: widget(), options })
    expect(request).toMatchObject({ operation: 'DELETE', oldObject: widget(), options })
    expect(request.object).toBeUndefined()
  })

  test('of a CONNECT to a subresource has the options as its object', async () => {
    const object = { kind: 'PodExecOptions', apiVersion: 'v1', command: ['sh'] }
    expect(await seen({ operation: 'CONNECT', subResource: 'exec', object })).toMatchObject({
      operation: 'CONNECT',
      subResource: 'exec',
      object,
    })
  })

  test('of an object with a generated name has no name', async () => {
    const object = widget({}, { name: undefined, generateName: 'a-' })
    expect(await seen({ name: '', object })).toMatchObject({
      name: '',
      object: { metadata: { generateName: 'a-' } },
    })
  })
})

test('the logger of the context names the request', async () => {
  const call = rig((_, { logger }) => {
    logger.info('seen')
    return allowed()
  }, validating)
  await call.send()
  expect(call.logger.messages).toMatchObject([
    {
      message: 'seen',
      fields: { webhook: '/x', name: 'a', namespace: 'default', user: 'jane', requestID: UID },
    },
  ])
})

describe('several mutating handlers', () => {
  test('C-ADM-19: without a patch of any, the answer has neither a patch nor its type', async () => {
    const { body, patch } = await rig([() => allowed(), () => patched('', [])]).send()
    expect([patch, JSON.parse(body).response]).toEqual([
      '',
      { uid: UID, allowed: true, status: { code: 200 } },
    ])
  })

  test('an empty patch is sent as upstream sends it', async () => {
    const { body } = await rig(() => ({ allowed: true, patch: '[]' })).send()
    expect(JSON.parse(body).response).toMatchObject({ patch: btoa('[]'), patchType: 'JSONPatch' })
  })

  test('patches are joined in order, and each handler sees the object with those before', async () => {
    const add =
      (name: string): AdmissionHandler =>
      ({ object }) => {
        const { labels } = (object?.metadata ?? {}) as { labels?: object }
        return labels
          ? label(name, 'yes')
          : patched('', [{ op: 'add', path: '/metadata/labels', value: { [name]: 'yes' } }])
      }
    const { object } = await rig([add('a'), add('b'), () => allowed(), add('c')]).send()
    expect(object).toEqual(widget({}, { labels: { a: 'yes', b: 'yes', c: 'yes' } }))
  })

  test('numbers of a raw patch are sent as they are', async () => {
    const raw = (size: string) => () => ({
      allowed: true,
      patch: `[ {"op":"add","path":"/spec/size","value":${size}} ] `,
    })
    const { patch } = await rig([raw('9007199254740993'), () => allowed(), raw('1e400')]).send()
    expect(patch).toBe(
      '[{"op":"add","path":"/spec/size","value":9007199254740993},{"op":"add","path":"/spec/size","value":1e400}]',
    )
  })

  test('a denial is returned alone', async () => {
    const warning = { ...label('a', 'yes'), warnings: ['of the first'] }
    const answer = await rig(
      [() => warning, () => ({ ...denied('no'), warnings: ['of the second'] })],
      {},
    ).send({
      object: widget({}, { labels: {} }),
    })
    expect(answer).toMatchObject({ allowed: false, patch: '', warnings: ['of the first', 'of the second'] })
    expect(answer.status.message).toBe('no')
  })

  test('a patch type other than JSONPatch is a bug', async () => {
    const response = { allowed: true, patch: '[]', patchType: 'MergePatch' } as never
    expect((await rig([() => response]).send()).status).toEqual({
      code: 500,
      message:
        'panic: unexpected patch type returned by the handler: MergePatch, only allow: JSONPatch [recovered]',
    })
  })

  test('a patch that does not apply is a bug', async () => {
    const { status } = await rig([() => label('a', 'yes'), () => allowed()]).send()
    expect(status).toEqual({
      code: 500,
      message: 'panic: the patch does not apply: add /metadata/labels/a: there is no labels [recovered]',
    })
  })
})

describe('several validating handlers', () => {
  test('C-ADM-20: warnings of all are joined in order if all allow', async () => {
    const warning = (text: string) => () => ({ ...allowed(), warnings: [text] })
    expect(await rig([warning('a'), warning('b')], validating).send()).toMatchObject({
      allowed: true,
      warnings: ['a', 'b'],
    })
  })

  test('C-ADM-20: the first denial ends it, and the warnings of those before it are kept', async () => {
    const calls: string[] = []
    const handler = (name: string, response: AdmissionResponse) => () => {
      calls.push(name)
      return { ...response, warnings: [name], auditAnnotations: { [name]: 'seen' } }
    }
    const answer = await rig(
      [handler('a', allowed()), handler('b', denied('no')), handler('c', denied('too late'))],
      validating,
    ).send()
    expect(calls).toEqual(['a', 'b'])
    expect(answer).toMatchObject({ allowed: false, status: { message: 'no' }, warnings: ['a', 'b'] })
    expect(answer.auditAnnotations).toEqual({ a: 'seen', b: 'seen' })
  })
})

test('handlers are not called for operations that the webhook is not registered for', async () => {
  const call = rig(() => denied('no'), { ...validating, operations: ['DELETE'] })
  expect((await call.send()).allowed).toBe(true)
  expect((await call.send({ operation: 'DELETE' })).allowed).toBe(false)
})

test('a webhook without a handler is rejected', () => {
  expect(() => rig([])).toThrow(new UsageError('the webhook at /x has no handler'))
})
