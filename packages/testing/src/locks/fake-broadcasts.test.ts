import { describe, expect, test } from 'vitest'
import { createFakeBroadcasts, type FakeBroadcast } from './fake-broadcasts.ts'

const settled = () => new Promise<void>(resolve => setImmediate(resolve))

function hearing(channel: FakeBroadcast): unknown[] {
  const heard: unknown[] = []
  channel.addEventListener('message', ({ data }) => heard.push(data))
  return heard
}

describe('fake broadcasts', () => {
  test('are delivered to the other channels of the name, cloned and in order', async () => {
    const broadcasts = createFakeBroadcasts()
    const [a, b] = [broadcasts.agent(), broadcasts.agent()]
    const [one, same, two, other] = [a.open('x'), a.open('x'), b.open('x'), b.open('y')]
    const heard = [one, same, two, other].map(hearing)
    const message = { n: 1 }
    one.postMessage(message)
    message.n = 2
    one.postMessage(message)
    expect(heard).toEqual([[], [], [], []])
    await settled()
    const both = [{ n: 1 }, { n: 2 }]
    expect(heard).toEqual([[], both, both, []])
    expect(() => one.postMessage(() => {})).toThrow()
  })

  test('are not delivered to channels that are closed, even after the post', async () => {
    const broadcasts = createFakeBroadcasts()
    const [a, b] = [broadcasts.agent(), broadcasts.agent()]
    const [one, two] = [a.open('x'), b.open('x')]
    const heard = hearing(two)
    one.postMessage(1)
    two.close()
    await settled()
    expect([heard, b.openCount]).toEqual([[], 0])
    expect(() => two.postMessage(1)).toThrow('closed')
  })

  test('are delayed for a frozen agent and dropped for a dead one', async () => {
    const broadcasts = createFakeBroadcasts()
    const [a, b, c] = [broadcasts.agent(), broadcasts.agent(), broadcasts.agent()]
    const [one, two, three] = [a.open('x'), b.open('x'), c.open('x')]
    const [frozen, dead] = [hearing(two), hearing(three)]
    one.postMessage(1)
    b.freeze()
    c.die()
    one.postMessage(2)
    await settled()
    expect([frozen, dead, c.openCount]).toEqual([[], [], 0])
    b.thaw()
    one.postMessage(3)
    await settled()
    expect(frozen).toEqual([1, 2, 3])
  })
})
