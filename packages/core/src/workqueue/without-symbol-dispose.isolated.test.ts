import { afterAll, expect, test, vi } from 'vitest'

const original = Object.getOwnPropertyDescriptor(Symbol, 'dispose')

// A host without Symbol.dispose, such as Safari. The own property cannot be deleted, so the global is replaced.
vi.stubGlobal(
  'Symbol',
  new Proxy(Symbol, { get: (target, name) => (name === 'dispose' ? undefined : Reflect.get(target, name)) }),
)
afterAll(() => {
  vi.unstubAllGlobals()
})

test('without Symbol.dispose, items have the registered symbol that compilers use, and done', async () => {
  expect([Symbol.dispose, typeof original?.value]).toEqual([undefined, 'symbol'])
  const { WorkQueue } = await import('./work-queue.ts')
  const queue = new WorkQueue<string>()
  queue.add('foo')
  for await (const item of queue) {
    expect(Object.hasOwn(Object.getPrototypeOf(Object.getPrototypeOf(item)), 'undefined')).toBe(false)
    const dispose = Reflect.get(item, Symbol.for('Symbol.dispose')) as () => void
    dispose.call(item)
    queue.add('foo')
    expect(queue.length).toBe(1)
    queue.shutDown()
    break
  }
  for await (const item of queue) item.done()
  await queue.shutDownWithDrain()
})
