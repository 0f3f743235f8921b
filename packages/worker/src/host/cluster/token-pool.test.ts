import { withResolvers } from '@kube-informer/core/internal'
import { FakeClock } from '@kube-informer/testing'
import { describe, expect, it } from 'vitest'
import { TokenPool } from './token-pool.ts'

function pool() {
  const clock = new FakeClock()
  const requests: string[] = []
  const tokens = new TokenPool({ clock })
  /** A page whose getToken settles when the test calls `resolve` or `reject`. */
  const page = (name: string) => {
    const answer = withResolvers<string>()
    const request = () => {
      requests.push(name)
      return answer.promise
    }
    return { ...answer, leave: tokens.add(request) }
  }
  return { clock, requests, tokens, page }
}

describe('TokenPool', () => {
  it('has no token if no page has provided one', async () => {
    expect(await pool().tokens.getToken()).toBeUndefined()
  })

  it('requests a token from the newest page, once for all pending requests', async () => {
    const { clock, requests, tokens, page } = pool()
    page('old')
    page('new').resolve('secret')
    expect(await Promise.all([tokens.getToken(), tokens.getToken()])).toEqual(['secret', 'secret'])
    expect([requests, clock.pendingTimers]).toEqual([['new'], 0])
  })

  it('tries the next page after a failure, and rejects with the last error', async () => {
    const { clock, requests, tokens, page } = pool()
    page('old').reject(new Error('the user is signed out'))
    page('new').reject(new Error('gone'))
    await expect(tokens.getToken()).rejects.toThrow('the user is signed out')
    expect([requests, clock.pendingTimers]).toEqual([['new', 'old'], 0])
  })

  it('tries the next page after five seconds without a response, and takes the first token', async () => {
    const { clock, requests, tokens, page } = pool()
    const [old, newest] = [page('old'), page('new')]
    const first = tokens.getToken()
    await clock.advance(4_999)
    expect(requests).toEqual(['new'])
    await clock.advance(1)
    expect(requests).toEqual(['new', 'old'])
    newest.resolve('late')
    expect(await first).toBe('late')
    const second = tokens.getToken()
    old.resolve('other')
    expect(await second).toBe('other')
    expect(clock.pendingTimers).toBe(0)
  })

  it('tries other pages if the newest returns the rejected token again, and falls back to that token', async () => {
    const { clock, requests, tokens, page } = pool()
    const silent = page('silent')
    page('newest').resolve('expired')
    expect(await tokens.getToken()).toBe('expired')
    const again = tokens.getToken()
    await clock.advance(4_999)
    expect(requests).toEqual(['newest', 'newest', 'silent'])
    await clock.advance(1)
    expect(await again).toBe('expired')
    silent.resolve('fresh')
    expect(await tokens.getToken()).toBe('fresh')
    expect(clock.pendingTimers).toBe(0)
  })

  it('waits without a limit for the only page', async () => {
    const { clock, tokens, page } = pool()
    const only = page('only')
    const pending = tokens.getToken()
    await clock.advance(600_000)
    only.resolve('at last')
    expect(await pending).toBe('at last')
  })

  it('tries a page that connects while no other page responds', async () => {
    const { clock, requests, tokens, page } = pool()
    page('frozen')
    const pending = tokens.getToken()
    await clock.advance(5_000)
    page('thawed').resolve('secret')
    expect(await pending).toBe('secret')
    expect(requests).toEqual(['frozen', 'thawed'])
  })

  it('rejects when all pages have left', async () => {
    const { clock, tokens, page } = pool()
    const only = page('only')
    const pending = tokens.getToken()
    only.leave()
    only.reject(new Error('the page has closed the connection'))
    await expect(pending).rejects.toThrow('closed the connection')
    await expect(tokens.getToken()).rejects.toThrow('no page left')
    expect(clock.pendingTimers).toBe(0)
  })

  it('rejects pending requests when it is closed', async () => {
    const { clock, tokens, page } = pool()
    page('silent')
    const pending = tokens.getToken()
    tokens.close()
    await expect(pending).rejects.toThrow('the pages are gone')
    expect(clock.pendingTimers).toBe(0)
  })
})
