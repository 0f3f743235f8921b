import { afterAll, expect, test, vi } from 'vitest'

const original = Object.getOwnPropertyDescriptor(Symbol, 'dispose')

/** The host's own; its property `dispose` cannot be deleted or hidden. */
const HostSymbol = Symbol
// A host without Symbol.dispose, such as Safari: another function with all other properties.
vi.stubGlobal(
  'Symbol',
  new Proxy(() => {}, {
    get: (_, name) => (name === 'dispose' ? undefined : Reflect.get(HostSymbol, name)),
    apply: (_, __, [description]) => HostSymbol(description),
  }),
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
