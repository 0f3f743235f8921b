import { describe, expect, test } from 'vitest'
import { isLeaf, type NodeAddress, objectName, parentAddress, sendTo, takeAddress } from './node-address.ts'
import { OpenBodies } from './open-bodies.ts'
import { uncompressed } from './uncompressed.ts'

const bodyOf = (texts: readonly string[], onCancel?: (reason: unknown) => void) => {
  const rest = [...texts]
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull: controller => {
        const next = rest.shift()
        if (next === 'error') controller.error(new Error('broken'))
        else if (next === undefined) controller.close()
        else controller.enqueue(new TextEncoder().encode(next))
      },
      cancel: reason => onCancel?.(reason),
    },
    { highWaterMark: 0 },
  )
}

describe('the bodies that are being sent', () => {
  test('are open until they have been read; the response is the same', async () => {
    const bodies = new OpenBodies()
    const init = { status: 201, statusText: 'Made', headers: { 'X-A': 'b' } }
    const responses = [1, 2].map(() => bodies.count(new Response(bodyOf(['a', 'b']), init)))
    expect(bodies.open).toBe(2)
    const [first, second] = responses
    expect([first?.status, first?.statusText, first?.headers.get('X-A')]).toEqual([201, 'Made', 'b'])
    expect([await first?.text(), bodies.open]).toEqual(['ab', 1])
    expect([await second?.text(), bodies.open]).toEqual(['ab', 0])
  })

  test('are open until they are cancelled, or fail', async () => {
    const bodies = new OpenBodies()
    const reasons: unknown[] = []
    const cancelled = bodies.count(new Response(bodyOf(['a'], reason => reasons.push(reason))))
    const reader = cancelled.body?.getReader()
    await reader?.read()
    expect(bodies.open).toBe(1)
    await reader?.cancel('left')
    expect([bodies.open, reasons]).toEqual([0, ['left']])
    const failing = bodies.count(new Response(bodyOf(['a', 'error'])))
    await expect(failing.text()).rejects.toThrow('broken')
    expect(bodies.open).toBe(0)
  })

  test('are counted once that are cancelled during a read', async () => {
    const bodies = new OpenBodies()
    const waiting = new ReadableStream<Uint8Array<ArrayBuffer>>({ pull: () => new Promise(() => {}) })
    const others = bodies.count(new Response(bodyOf(['a'])))
    const reader = bodies.count(new Response(waiting)).body?.getReader()
    const read = reader?.read()
    expect(bodies.open).toBe(2)
    await reader?.cancel('left')
    expect(await read).toMatchObject({ done: true })
    await new Promise(resolve => setImmediate(resolve))
    expect(bodies.open).toBe(1)
    expect([await others.text(), bodies.open]).toEqual(['a', 0])
  })

  test('do not include those of responses without one', () => {
    const bodies = new OpenBodies()
    const empty = new Response(null)
    expect([bodies.count(empty), bodies.open]).toEqual([empty, 0])
  })
})

describe('the address of a node', () => {
  const leaf: NodeAddress = { cluster: 'c', leaves: 3, fanout: 2, node: { level: 0, index: 2 }, resource: '' }

  test('names its object, and that of its parents', () => {
    const branch = parentAddress(leaf, 'v1/pods') as NodeAddress
    const root = parentAddress(branch, 'v1/pods') as NodeAddress
    expect([leaf, branch, root].map(objectName)).toEqual([
      'c leaf-2 ',
      'c branch-1-1 v1/pods',
      'c root v1/pods',
    ])
    expect([leaf, branch, root].map(isLeaf)).toEqual([true, false, false])
    expect(parentAddress(root, 'v1/pods')).toBeUndefined()
  })

  test('is part of a request to it, in place of one that the reader has sent', async () => {
    const sent: Request[] = []
    const names: unknown[] = []
    const objects = {
      idFromName: (name: string) => ({ equals: () => true, name }),
      get: (id: object) => {
        names.push(id)
        return {
          fetch: async (request: Request) => {
            sent.push(request)
            return new Response('a')
          },
        }
      },
    }
    const headers = { 'kube-informer-relay': '{"cluster":"other"}', 'X-A': 'b' }
    await sendTo(objects, leaf, new Request('https://relay/x', { headers }))
    expect(names).toEqual([expect.objectContaining({ name: 'c leaf-2 ' })])
    const taken = takeAddress(sent[0] as Request)
    expect([taken?.address, [...(taken?.request.headers ?? [])]]).toEqual([leaf, [['x-a', 'b']]])
    expect(takeAddress(new Request('https://relay/x'))).toBeUndefined()
  })
})

test.each([
  ['no-transform', 'identity'],
  ['no-cache, no-transform', 'identity'],
  ['no-cache', null],
  [undefined, null],
])('a response with Cache-Control %s names the encoding %s', (control, encoding) => {
  const response = new Response('a', { headers: control === undefined ? {} : { 'Cache-Control': control } })
  expect(uncompressed(response).headers.get('Content-Encoding')).toBe(encoding)
})
