import { describe, expect, test } from 'vitest'
import { Credit } from './credit.ts'
import { MAX_CREDIT } from './protocol.ts'
import { refusedFrame } from './refused-frame.ts'

/** Whether a promise has settled by now. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false
  const settle = () => {
    settled = true
  }
  promise.then(settle, settle)
  await new Promise(resolve => setImmediate(resolve))
  return settled
}

describe('the credit of a watch', () => {
  test('is taken as far as there is any', () => {
    const credit = new Credit(10)
    expect([credit.take(4), credit.take(10), credit.take(1)]).toEqual([4, 6, 0])
  })

  test('is available at once, or when it is granted', async () => {
    const credit = new Credit(1)
    expect(await isSettled(credit.available())).toBe(true)
    credit.take(1)
    const waiting = credit.available()
    expect(await isSettled(waiting)).toBe(false)
    expect(credit.grant(1)).toBe(true)
    expect([await isSettled(waiting), credit.take(5)]).toEqual([true, 1])
    expect(await isSettled(credit.available())).toBe(false)
  })

  test('is no longer waited for once the watch is over', async () => {
    const credit = new Credit(0)
    const waiting = credit.available()
    expect(await isSettled(waiting)).toBe(false)
    credit.release()
    expect([await isSettled(waiting), credit.take(1)]).toEqual([true, 0])
  })

  test('has a maximum, which a grant may reach', () => {
    const credit = new Credit(1)
    expect([credit.grant(MAX_CREDIT), credit.grant(MAX_CREDIT - 1), credit.grant(1)]).toEqual([
      false,
      true,
      false,
    ])
    expect(credit.take(MAX_CREDIT + 1)).toBe(MAX_CREDIT)
  })
})

describe('the frame for a response that opens no watch', () => {
  const bodyOf = (chunks: readonly (string | Uint8Array<ArrayBuffer>)[], onCancel = () => {}) => {
    const rest = [...chunks]
    return new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        pull(controller) {
          const next = rest.shift()
          if (next === undefined) controller.close()
          else controller.enqueue(typeof next === 'string' ? new TextEncoder().encode(next) : next)
        },
        cancel: onCancel,
      },
      { highWaterMark: 0 },
    )
  }

  test('has its status, body and Retry-After', async () => {
    const headers = { 'Retry-After': '7' }
    expect(await refusedFrame(3, new Response('full', { status: 429, headers }))).toStrictEqual({
      ...{ type: 'refused', id: 3, status: 429, body: 'full', retryAfter: '7' },
    })
    expect(await refusedFrame(4, new Response(null, { status: 403 }))).toStrictEqual({
      ...{ type: 'refused', id: 4, status: 403, body: '' },
    })
  })

  test('joins characters that were cut between two chunks', async () => {
    const [first, second] = [new Uint8Array([0x61, 0xc3]), new Uint8Array([0xa4, 0x62])]
    expect(await refusedFrame(1, new Response(bodyOf([first, second])))).toMatchObject({ body: 'aäb' })
  })

  test('has no more of the body than a Status needs, and leaves the rest', async () => {
    let cancelled = 0
    const part = 'x'.repeat(10_000)
    const long = new Response(bodyOf([part, part, part], () => void cancelled++))
    expect(await refusedFrame(1, long)).toMatchObject({ body: 'x'.repeat(16_384) })
    expect(cancelled).toBe(1)
    const whole = new Response(bodyOf([part, 'y'], () => void cancelled++))
    expect(await refusedFrame(1, whole)).toMatchObject({ body: `${part}y` })
    expect(cancelled).toBe(1)
  })
})
