import { withResolvers } from '@kube-informer/core/internal'
import { FakeClock } from '@kube-informer/testing'
import { describe, expect, it } from 'vitest'
import { TokenPool } from './token-pool.ts'

function pool() {
  const clock = new FakeClock()
  const requests: string[] = []
  const effects: string[] = []
  const user = {
    forgetToken: () => effects.push('forget'),
    replaceReads: () => effects.push('replace'),
    retryDenied() {},
  }
  const tokens = new TokenPool({ clock, user })
  /** A page whose getToken settles when the test calls `resolve` or `reject`. */
  const page = (name: string) => {
    const answer = withResolvers<string>()
    const request = () => {
      requests.push(name)
      return answer.promise
    }
    return { ...answer, leave: tokens.add(request), outdate: () => tokens.outdated(request) }
  }
  return { clock, requests, effects, tokens, page }
}

describe('TokenPool', () => {
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

  it('waits for another page when all pages have left', async () => {
    const { clock, tokens, page } = pool()
    const only = page('only')
    const pending = tokens.getToken()
    only.leave()
    only.reject(new Error('the page has closed the connection'))
    await clock.advance(600_000)
    expect(clock.pendingTimers).toBe(0)
    page('next').resolve('secret')
    expect(await pending).toBe('secret')
  })

  it('forgets the token of a page that leaves, and replaces the watches that were opened with it', async () => {
    const { effects, requests, tokens, page } = pool()
    page('old').resolve('weak')
    const newest = page('new')
    newest.resolve('strong')
    expect(await tokens.getToken()).toBe('strong')
    newest.leave()
    expect(effects).toEqual(['forget', 'replace'])
    expect(await tokens.getToken()).toBe('weak')
    expect(requests).toEqual(['new', 'old'])
  })

  it('does neither when a page leaves whose token was never in use', async () => {
    const { effects, tokens, page } = pool()
    const unused = page('old')
    page('new').resolve('strong')
    await tokens.getToken()
    unused.leave()
    expect(effects).toEqual([])
  })

  it('replaces the watches of an earlier token too: they may outlive it', async () => {
    const { effects, tokens, page } = pool()
    const first = page('first')
    first.resolve('expired')
    expect(await tokens.getToken()).toBe('expired')
    page('second').resolve('fresh')
    expect(await tokens.getToken()).toBe('fresh')
    first.leave()
    expect(effects).toEqual(['forget', 'replace'])
  })

  it('replaces the watches of the last page when another page arrives', async () => {
    const { effects, tokens, page } = pool()
    const last = page('last')
    last.resolve('strong')
    await tokens.getToken()
    last.leave()
    expect(effects).toEqual(['forget'])
    page('next').resolve('weak')
    expect(effects).toEqual(['forget', 'replace'])
  })

  it('takes the same token from another page: the server has not rejected it', async () => {
    const { tokens, page } = pool()
    page('old').resolve('common')
    const newest = page('new')
    newest.resolve('common')
    await tokens.getToken()
    newest.leave()
    expect(await tokens.getToken()).toBe('common')
  })

  it('does not fall back to a rejected token whose page has left meanwhile', async () => {
    const { clock, tokens, page } = pool()
    const silent = page('silent')
    const newest = page('newest')
    newest.resolve('expired')
    expect(await tokens.getToken()).toBe('expired')
    const again = tokens.getToken()
    await clock.advance(1_000)
    newest.leave()
    await clock.advance(60_000)
    silent.resolve('fresh')
    expect(await again).toBe('fresh')
  })

  it('replaces the reads of an accepted token when a page gives another one', async () => {
    const { effects, tokens, page } = pool()
    page('first').resolve('of alice')
    await tokens.getToken()
    tokens.accepted('of alice')
    page('second').resolve('of bob')
    await tokens.getToken()
    expect(effects).toEqual(['replace'])
    page('third').resolve('of carol')
    await tokens.getToken()
    expect(effects).toEqual(['replace'])
  })

  it('replaces the reads when the server accepts an earlier token after another one was given', async () => {
    const { effects, tokens, page } = pool()
    page('first').resolve('of alice')
    await tokens.getToken()
    page('second').resolve('of bob')
    await tokens.getToken()
    tokens.accepted('of bob')
    expect(effects).toEqual([])
    tokens.accepted('of alice')
    expect(effects).toEqual(['replace'])
  })

  it('replaces reads at most every ten seconds for new tokens', async () => {
    const { clock, effects, tokens, page } = pool()
    for (const token of ['1', '2', '3', '4']) {
      page(token).resolve(token)
      await tokens.getToken()
      tokens.accepted(token)
    }
    expect(effects).toEqual(['replace'])
    await clock.advance(9_999)
    expect(effects).toEqual(['replace'])
    await clock.advance(1)
    expect([effects, clock.pendingTimers]).toEqual([['replace', 'replace'], 0])
  })

  it('replaces the reads when their page has given another token for its own calls', async () => {
    const { effects, tokens, page } = pool()
    const unused = page('unused')
    const used = page('used')
    used.resolve('of alice')
    await tokens.getToken()
    unused.outdate()
    expect(effects).toEqual([])
    used.outdate()
    expect(effects).toEqual(['forget', 'replace'])
  })

  it('ignores a token that arrives after its page has left', async () => {
    const { tokens, page } = pool()
    page('old').resolve('weak')
    const newest = page('new')
    const pending = tokens.getToken()
    newest.leave()
    newest.resolve('strong')
    expect(await pending).toBe('weak')
  })

  it('tries what was denied again with each new token, unless the reads are replaced anyway', async () => {
    const clock = new FakeClock()
    const effects: string[] = []
    const user = {
      forgetToken: () => effects.push('forget'),
      replaceReads: () => effects.push('replace'),
      retryDenied: () => effects.push('retry'),
    }
    const tokens = new TokenPool({ clock, user })
    let given = 'a'
    tokens.add(async () => given)
    await tokens.getToken()
    expect(effects).toEqual(['retry'])
    await tokens.getToken()
    expect(effects).toEqual(['retry'])
    given = 'b'
    await tokens.getToken()
    expect(effects).toEqual(['retry', 'retry'])
    tokens.accepted('b')
    await clock.advance(10_000)
    given = 'c'
    await tokens.getToken()
    expect(effects).toEqual(['retry', 'retry', 'replace'])
    tokens.close()
    expect(effects).toEqual(['retry', 'retry', 'replace', 'forget'])
  })

  it('replaces no reads once it is closed, and asks no page', async () => {
    const { clock, effects, requests, tokens, page } = pool()
    page('first').resolve('a')
    await tokens.getToken()
    tokens.accepted('a')
    page('second').resolve('b')
    await tokens.getToken()
    page('third').resolve('c')
    tokens.accepted('b')
    await tokens.getToken()
    tokens.close()
    expect(clock.pendingTimers).toBe(0)
    const before = [...effects]
    await clock.advance(60_000)
    expect(effects).toEqual(before)
    const asked = requests.length
    void tokens.getToken()
    await clock.advance(60_000)
    expect(requests).toHaveLength(asked)
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
