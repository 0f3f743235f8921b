import { describe, expect, it } from 'vitest'
import { TokenBroker } from './token-broker.ts'

function broker() {
  const requests: number[] = []
  return { requests, tokens: new TokenBroker(id => requests.push(id)) }
}

describe('TokenBroker', () => {
  it('requests one token for simultaneous calls', async () => {
    const { requests, tokens } = broker()
    const both = Promise.all([tokens.getToken(), tokens.getToken()])
    tokens.answer({ type: 'token', id: 1, token: 'secret' })
    expect(await both).toEqual(['secret', 'secret'])
    expect(requests).toEqual([1])
  })

  it('requests another token after a response', async () => {
    const { requests, tokens } = broker()
    const first = tokens.getToken()
    tokens.answer({ type: 'token', id: 1, token: 'old' })
    await first
    const second = tokens.getToken()
    tokens.answer({ type: 'token', id: 2, token: 'new' })
    expect(await second).toBe('new')
    expect(requests).toEqual([1, 2])
  })

  it('rejects with the error of the page', async () => {
    const { tokens } = broker()
    const pending = tokens.getToken()
    tokens.answer({ type: 'token', id: 1, error: 'signed out' })
    await expect(pending).rejects.toThrow('getToken failed: signed out')
  })

  it('rejects what is not text: an application may return anything', async () => {
    const { tokens } = broker()
    const pending = tokens.getToken()
    tokens.answer({ type: 'token', id: 1, token: { secret: 1 } as unknown as string })
    await expect(pending).rejects.toThrow('getToken failed: it returned no token')
  })

  it('gives a holder the last token, and asks the page if the holder has had that', async () => {
    const { requests, tokens } = broker()
    const outdated: string[] = []
    const [one, two] = ['one', 'two'].map(name => tokens.hold(() => outdated.push(name)))
    const first = one?.()
    tokens.answer({ type: 'token', id: 1, token: 'old' })
    expect([await first, await two?.()]).toEqual(['old', 'old'])
    const second = one?.()
    tokens.answer({ type: 'token', id: 2, token: 'new' })
    expect([await second, await two?.()]).toEqual(['new', 'new'])
    expect([requests, outdated]).toEqual([[1, 2], ['two']])
  })

  it('tells of another token, and not of the same one', async () => {
    const { tokens } = broker()
    let changes = 0
    tokens.onChange(() => changes++)
    for (const [i, token] of ['old', 'old', 'new'].entries()) {
      const pending = tokens.getToken()
      tokens.answer({ type: 'token', id: i + 1, token })
      await pending
    }
    expect(changes).toBe(1)
  })

  it('rejects pending calls when it is closed', async () => {
    const { tokens } = broker()
    const pending = tokens.getToken()
    tokens.close()
    await expect(pending).rejects.toThrow('closed')
  })
})
