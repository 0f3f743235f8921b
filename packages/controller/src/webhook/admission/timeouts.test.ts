import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test, vi } from 'vitest'
import { AdmissionRig, reviewOf, UID, type Widget, widget, widgets } from '../../test/admission-rig.ts'
import { verifyAdmissionResponse } from '../../test/verify-admission-response.ts'
import type { Webhook } from '../webhook.ts'
import { admission } from './admission.ts'
import type { AdmissionContext } from './admission-context.ts'
import { allowed } from './admission-response.ts'
import { type DefaultingOptions, defaulting } from './defaulting.ts'
import { validating } from './validating.ts'

const never = () => new Promise<never>(() => {})

interface Sent {
  readonly clock: FakeClock
  readonly call: AdmissionRig
  /** Resolves with the answer. */
  readonly answer: Promise<ReturnType<typeof verifyAdmissionResponse>>
}

/** Sends a review whose caller waits for 10 s. */
function send(webhooks: readonly Webhook[], init: RequestInit = {}): Sent {
  const clock = new FakeClock()
  const call = new AdmissionRig(webhooks, { clock })
  const mutating = webhooks[0]?.type === 'mutating'
  const answer = call
    .post(JSON.stringify(reviewOf()), { timeout: '10s', ...init })
    .then(body => verifyAdmissionResponse({ uid: UID, mutating }, body))
  return { clock, call, answer }
}

const mutate = (change: (draft: { size?: number; color?: string }) => unknown, options?: DefaultingOptions) =>
  defaulting(widgets, async draft => void (await change(draft.spec)), options)

const ignore = { timeoutPolicy: 'Ignore' } as const

const MESSAGE = 'the webhook at /validate-example-com-v1-widget was cut off: no answer within 9500 ms'

describe('a handler that does not answer in time', () => {
  test('is cut off: its signal aborts, and the policy Fail denies the request', async () => {
    const signals: AbortSignal[] = []
    const create = (_: Widget, { signal, warn }: AdmissionContext) => {
      signals.push(signal)
      warn('starts')
      return never()
    }
    const { clock, call, answer } = send([validating(widgets, { create })])
    await clock.advance(9499)
    expect(signals.map(({ aborted }) => aborted)).toEqual([false])
    await clock.advance(1)
    expect(await answer).toMatchObject({
      allowed: false,
      status: { code: 504, reason: 'Timeout', message: MESSAGE },
      warnings: ['starts'],
    })
    expect(signals[0]?.reason).toMatchObject({ name: 'TimeoutError' })
    expect(clock.pendingTimers).toBe(0)
    expect(call.logger.messages).toMatchObject([{ level: 'error', message: 'a handler was cut off' }])
    expect(call.panics).toEqual([])
  })

  test('is allowed with a warning by the policy Ignore', async () => {
    const { clock, answer } = send([validating(widgets, { create: never }, ignore)])
    await clock.advance(9500)
    expect(await answer).toMatchObject({
      allowed: true,
      status: { code: 200 },
      warnings: [`${MESSAGE}; it is ignored`],
    })
  })

  test('a rejection by its signal counts as no answer', async () => {
    const create = (_: Widget, { signal }: AdmissionContext) =>
      new Promise<never>((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(new TypeError('aborted'))),
      )
    const { clock, call, answer } = send([validating(widgets, { create })])
    await clock.advance(9500)
    expect((await answer).status.code).toBe(504)
    expect(call.panics).toEqual([])
  })

  test('a later rejection is handled', async () => {
    const unhandled = vi.fn()
    process.on('unhandledRejection', unhandled)
    let fail: (error: Error) => void = () => {}
    const create = () =>
      new Promise<never>((_, reject) => {
        fail = reject
      })
    const { clock, answer } = send([validating(widgets, { create })])
    await clock.advance(9500)
    await answer
    fail(new Error('late'))
    await new Promise(resolve => setImmediate(resolve))
    process.off('unhandledRejection', unhandled)
    expect(unhandled).not.toHaveBeenCalled()
  })

  test('of type admission has the same policies', async () => {
    const of = (timeoutPolicy?: 'Ignore') =>
      admission(never, { type: 'mutating', path: '/x', operations: ['CREATE'], timeoutPolicy })
    const failed = send([of()])
    await failed.clock.advance(9500)
    expect((await failed.answer).status.code).toBe(504)
    const ignored = send([of('Ignore')])
    await ignored.clock.advance(9500)
    expect(await ignored.answer).toMatchObject({ allowed: true, patch: '' })
  })

  test('the time of the query counts', async () => {
    const { clock, answer } = send([validating(widgets, { create: never })], { timeout: '1s' } as RequestInit)
    await clock.advance(900)
    expect((await answer).status.message).toMatch(/no answer within 900 ms/)
  })

  test('a body that does not arrive in time is answered, too', async () => {
    const body = new ReadableStream({ start: controller => controller.enqueue(new Uint8Array([0x7b])) })
    const clock = new FakeClock()
    const call = new AdmissionRig([validating(widgets, { create() {} })], { clock })
    const answer = call.post('', { body, duplex: 'half' } as RequestInit)
    await clock.advance(9500)
    expect(JSON.parse(await answer).response.status).toEqual({
      code: 400,
      message: 'cannot read the request body: no answer within 9500 ms',
    })
  })
})

test('a caller that goes away ends the handlers', async () => {
  const caller = new AbortController()
  const reasons: unknown[] = []
  const create = (_: Widget, { signal }: AdmissionContext) => {
    signal.addEventListener('abort', () => reasons.push(signal.reason))
    caller.abort(new Error('connection closed'))
    return never()
  }
  const { clock, answer } = send([validating(widgets, { create })], { signal: caller.signal })
  expect(await answer).toMatchObject({ allowed: false, status: { code: 504 } })
  expect(reasons).toEqual([new Error('connection closed')])
  expect(clock.pendingTimers).toBe(0)
})

describe('several handlers, of which one does not answer in time', () => {
  const setSize = mutate(spec => {
    spec.size = 1
  })
  /** Changes the draft, and does not end. */
  const hang = (options: DefaultingOptions) =>
    mutate(spec => {
      spec.size = 99
      spec.color = 'red'
      return never()
    }, options)

  async function objectAfter(...webhooks: readonly Webhook[]) {
    const { clock, answer } = send(webhooks)
    await clock.advance(9500)
    const { allowed: isAllowed, patch, warnings, status } = await answer
    return { isAllowed, operations: JSON.parse(patch || '[]'), warnings, status }
  }

  test('Ignore keeps the changes of those before it, and drops its own', async () => {
    const { isAllowed, operations, warnings } = await objectAfter(setSize, hang(ignore))
    expect(isAllowed).toBe(true)
    expect(operations).toEqual([{ op: 'add', path: '/spec/size', value: 1 }])
    expect(warnings).toEqual([expect.stringMatching(/was cut off: .*; it is ignored$/)])
  })

  test('Ignore of the first one leaves no change', async () => {
    expect(
      await objectAfter(
        hang(ignore),
        mutate(() => {}, ignore),
      ),
    ).toMatchObject({
      isAllowed: true,
      operations: [],
    })
  })

  test('one that could not be called denies by its own policy', async () => {
    const last = vi.fn()
    const { isAllowed, status } = await objectAfter(hang(ignore), mutate(last))
    expect([isAllowed, status.code]).toEqual([false, 504])
    expect(last).not.toHaveBeenCalled()
  })

  test('one that is not due for the operation does not count', async () => {
    const update = mutate(() => {}, { operations: ['UPDATE'] })
    expect((await objectAfter(hang(ignore), update)).isAllowed).toBe(true)
  })

  test('Fail denies, whatever the policy of others is', async () => {
    expect((await objectAfter(setSize, hang({ timeoutPolicy: 'Fail' }), hang(ignore))).isAllowed).toBe(false)
  })

  test('patches of an admission handler that has ended are kept', async () => {
    const patch = () => ({ ...allowed(), patches: [{ op: 'add', path: '/spec/size', value: 1 }] as const })
    const webhook = admission([patch, never], {
      type: 'mutating',
      path: '/x',
      operations: ['CREATE'],
      timeoutPolicy: 'Ignore',
    })
    expect((await objectAfter(webhook)).operations).toEqual([{ op: 'add', path: '/spec/size', value: 1 }])
  })
})

test('a draft that is changed by a handler that was cut off has no effect on the answer', async () => {
  const drafts: { size?: number }[] = []
  const hang = mutate(spec => {
    drafts.push(spec)
    return never()
  }, ignore)
  const { clock, answer } = send([hang])
  await clock.advance(9500)
  for (const draft of drafts) draft.size = 5
  expect(await answer).toMatchObject({ allowed: true, patch: '' })
  expect(widget()).not.toHaveProperty('spec.size')
})
