import { isForbidden } from '@kube-informer/core'
import { expect, test } from 'vitest'
import { COMPLETE, firstUpdate, openPage, PODS } from '../test/open-page.ts'

const FORBIDDEN = {
  message: 'list pods failed: no',
  status: { message: 'no', code: 403, reason: 'Forbidden' },
} as const

async function shownPage() {
  const { connection, nextHost, send } = openPage()
  const slice = connection.observe(PODS)
  slice.subscribe(() => {})
  const host = await nextHost()
  await send(host, firstUpdate(1, 'x/a'))
  return {
    slice,
    status: () => slice.getState().status,
    send: (update: object) => send(host, { id: 1, ...update }),
  }
}

test('the error of a status is an Error that the predicates accept', async () => {
  const { status, send } = await shownPage()
  await send({ status: { ...COMPLETE, error: FORBIDDEN } })
  expect(status().error).toBeInstanceOf(Error)
  expect(isForbidden(status().error)).toBe(true)
  expect(status().error?.message).toBe(FORBIDDEN.message)
})

test('an equal error keeps its reference, and the state with it', async () => {
  const { slice, status, send } = await shownPage()
  await send({ status: { ...COMPLETE, error: FORBIDDEN } })
  const [state, { error }] = [slice.getState(), status()]
  await send({ status: { ...COMPLETE, counters: state.status.counters, error: structuredClone(FORBIDDEN) } })
  expect(slice.getState()).toBe(state)
  await send({ status: { ...COMPLETE, link: 'retrying', error: structuredClone(FORBIDDEN) } })
  expect(status()).toMatchObject({ link: 'retrying' })
  expect(status().error).toBe(error)
})

test('the resourceVersion of a status follows the rows', async () => {
  const { status, send } = await shownPage()
  await send({ total: 2, resourceVersion: '9' })
  expect(status().resourceVersion).toBe('9')
})
