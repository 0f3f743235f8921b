import { describe, expect, it } from 'vitest'
import { TokenBroker } from './token-broker.ts'

function broker() {
  const asked: number[] = []
  return { asked, tokens: new TokenBroker(id => asked.push(id)) }
}

describe('TokenBroker', () => {
  it('asks the page once for requests that wait at the same time', async () => {
    const { asked, tokens } = broker()
    const both = Promise.all([tokens.getToken(), tokens.getToken()])
    tokens.answer({ type: 'token', id: 1, token: 'secret' })
    expect(await both).toEqual(['secret', 'secret'])
    expect(asked).toEqual([1])
  })

  it('asks again after an answer', async () => {
    const { asked, tokens } = broker()
    const first = tokens.getToken()
    tokens.answer({ type: 'token', id: 1, token: 'old' })
    await first
    const second = tokens.getToken()
    tokens.answer({ type: 'token', id: 2, token: 'new' })
    expect(await second).toBe('new')
    expect(asked).toEqual([1, 2])
  })

  it('passes on why the page has none', async () => {
    const { tokens } = broker()
    const asking = tokens.getToken()
    tokens.answer({ type: 'token', id: 1, error: 'signed out' })
    await expect(asking).rejects.toThrow('getToken failed: signed out')
  })

  it('leaves nobody waiting when the page goes', async () => {
    const { tokens } = broker()
    const asking = tokens.getToken()
    tokens.close()
    await expect(asking).rejects.toThrow('closed')
  })
})
