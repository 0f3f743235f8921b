import { FakeClock } from '@kube-informer/testing'
import { expect, it } from 'vitest'
import { AccessByToken, type AccessPage } from './access-by-token.ts'
import type { ReviewClient } from './review-requests.ts'

const DELETE = { verb: 'delete', group: '', version: 'v1', resource: 'pods' }

/** Pages whose reviews are allowed for the token `admin`; `sent` has the token of each review. */
function rig() {
  const clock = new FakeClock()
  const access = new AccessByToken({ clock })
  const sent: string[] = []
  const page = (token: string): AccessPage & { token: string } => ({
    token,
    async currentToken() {
      return this.token
    },
    client: {
      create: async () => {
        sent.push(token)
        return { status: { allowed: token === 'admin' } }
      },
    } as unknown as ReviewClient,
  })
  const ask = async (asking: AccessPage) => {
    const answer = access.review(asking, DELETE)
    await clock.advance(10)
    return (await answer).allowed
  }
  return { clock, access, sent, page, ask }
}

it('shares answers between pages with one token, and with no other page', async () => {
  const { sent, page, ask } = rig()
  expect(await ask(page('admin'))).toBe(true)
  expect(await ask(page('admin'))).toBe(true)
  expect(await ask(page('viewer'))).toBe(false)
  expect(sent).toEqual(['admin', 'viewer'])
})

it('asks again for a page that has another token', async () => {
  const { sent, page, ask } = rig()
  const one = page('admin')
  expect(await ask(one)).toBe(true)
  one.token = 'renewed'
  expect(await ask(one)).toBe(true)
  expect(sent).toHaveLength(2)
})

it('forgets a token with the last page that has it', async () => {
  const { clock, access, sent, page, ask } = rig()
  const [one, two] = [page('admin'), page('admin')]
  expect([await ask(one), await ask(two)]).toEqual([true, true])
  access.leave(one)
  expect(await ask(two)).toBe(true)
  expect(sent).toHaveLength(1)
  access.leave(two)
  expect(await ask(page('admin'))).toBe(true)
  expect(sent).toHaveLength(2)
  access.close()
  expect(clock.pendingTimers).toBe(0)
})

it('asks again when the token changes meanwhile, and gives up when it changes each time', async () => {
  const { clock, access } = rig()
  let asked = 0
  let changes = 1
  const page: AccessPage = {
    currentToken: async () => `token ${asked}`,
    client: {
      create: async () => {
        if (++asked <= changes) access.changeToken(page)
        return { status: { allowed: asked > 1 } }
      },
    } as unknown as ReviewClient,
  }
  const answer = access.review(page, DELETE)
  await clock.advance(100)
  expect([(await answer).allowed, asked]).toEqual([true, 2])
  changes = Number.POSITIVE_INFINITY
  access.changeToken(page)
  const refused = expect(access.review(page, DELETE)).rejects.toThrow('changed during each access review')
  await clock.advance(1_000)
  await refused
  expect(asked).toBe(6)
})

it('rejects when the page cannot provide its token', async () => {
  const { access, page } = rig()
  const broken = { ...page('admin'), currentToken: () => Promise.reject(new Error('getToken failed')) }
  await expect(access.review(broken, DELETE)).rejects.toThrow('getToken failed')
})
