import { withResolvers } from '@kube-informer/core/internal'
import { FakeClock } from '@kube-informer/testing'
import { describe, expect, it } from 'vitest'
import { TokenPool } from './token-pool.ts'

function pool() {
  const clock = new FakeClock()
  const asked: string[] = []
  const tokens = new TokenPool({ clock })
  /** A page that answers when it is told to. */
  const page = (name: string) => {
    const answer = withResolvers<string>()
    const ask = () => {
      asked.push(name)
      return answer.promise
    }
    return { ...answer, leave: tokens.add(ask) }
  }
  return { clock, asked, tokens, page }
}

describe('TokenPool', () => {
  it('has none where no page ever had one', async () => {
    expect(await pool().tokens.getToken()).toBeUndefined()
  })

  it('asks the newest page, once for all who wait', async () => {
    const { clock, asked, tokens, page } = pool()
    page('old')
    page('new').resolve('secret')
    expect(await Promise.all([tokens.getToken(), tokens.getToken()])).toEqual(['secret', 'secret'])
    expect([asked, clock.pendingTimers]).toEqual([['new'], 0])
  })

  it('asks the next when one fails, and tells the last error', async () => {
    const { clock, asked, tokens, page } = pool()
    page('old').reject(new Error('nobody is signed in'))
    page('new').reject(new Error('gone'))
    await expect(tokens.getToken()).rejects.toThrow('nobody is signed in')
    expect([asked, clock.pendingTimers]).toEqual([['new', 'old'], 0])
  })

  it('asks the next when one is silent for five seconds, and takes whichever answers', async () => {
    const { clock, asked, tokens, page } = pool()
    const [old, newest] = [page('old'), page('new')]
    const first = tokens.getToken()
    await clock.advance(4_999)
    expect(asked).toEqual(['new'])
    await clock.advance(1)
    expect(asked).toEqual(['new', 'old'])
    newest.resolve('late')
    expect(await first).toBe('late')
    const second = tokens.getToken()
    old.resolve('other')
    expect(await second).toBe('other')
    expect(clock.pendingTimers).toBe(0)
  })

  it('asks others where the newest has only the token that was refused, and takes that for want of another', async () => {
    const { clock, asked, tokens, page } = pool()
    const silent = page('silent')
    page('newest').resolve('expired')
    expect(await tokens.getToken()).toBe('expired')
    const again = tokens.getToken()
    await clock.advance(4_999)
    expect(asked).toEqual(['newest', 'newest', 'silent'])
    await clock.advance(1)
    expect(await again).toBe('expired')
    silent.resolve('fresh')
    expect(await tokens.getToken()).toBe('fresh')
    expect(clock.pendingTimers).toBe(0)
  })

  it('waits for as long as somebody signs in', async () => {
    const { clock, tokens, page } = pool()
    const only = page('only')
    const asking = tokens.getToken()
    await clock.advance(600_000)
    only.resolve('at last')
    expect(await asking).toBe('at last')
  })

  it('asks a page that comes while all others are silent', async () => {
    const { clock, asked, tokens, page } = pool()
    page('frozen')
    const asking = tokens.getToken()
    await clock.advance(5_000)
    page('thawed').resolve('secret')
    expect(await asking).toBe('secret')
    expect(asked).toEqual(['frozen', 'thawed'])
  })

  it('rejects when all pages have left', async () => {
    const { clock, tokens, page } = pool()
    const only = page('only')
    const asking = tokens.getToken()
    only.leave()
    only.reject(new Error('the page has closed the connection'))
    await expect(asking).rejects.toThrow('closed the connection')
    await expect(tokens.getToken()).rejects.toThrow('no page left')
    expect(clock.pendingTimers).toBe(0)
  })

  it('leaves nobody waiting when it is closed', async () => {
    const { clock, tokens, page } = pool()
    page('silent')
    const asking = tokens.getToken()
    tokens.close()
    await expect(asking).rejects.toThrow('the pages are gone')
    expect(clock.pendingTimers).toBe(0)
  })
})
