import { assert, assertEqual } from './assert.ts'
import type { Case, Environment, ServerOptions } from './environment.ts'
import { type Form, informerOver, listWatchOver, plain, tell, untilEqual } from './following.ts'
import { STREAMS, type Stream } from './streams.ts'

const FORMS: readonly Form[] = ['object', 'row']
const WRITES = 1_000

/** More than 128 KB, which is the threshold for compression. */
const clusterFor = ({ server, slow }: Stream): ServerOptions => ({
  ...server,
  pods: slow ? 2 : 24,
  smallPods: 20,
})
const writesFor = ({ slow }: Stream): number => (slow ? WRITES / 10 : WRITES)

type StreamCase = (env: Environment, stream: Stream, form: Form) => Promise<void>

const CASES: readonly (readonly [what: string, run: StreamCase])[] = [
  ["a list equals the server's objects", listIsWhole],
  ['watch events arrive complete and in order', watchIsInOrder],
  ['an informer syncs and follows all writes', informerFollows],
]

/** Cases for every stream, with objects and with rows. */
export const streamCases: readonly Case[] = STREAMS.flatMap(stream =>
  FORMS.flatMap(form =>
    CASES.map(([what, run]) => ({
      name: `${stream.name}, ${form}s: ${what}`,
      skip: stream.skip,
      run: (env: Environment) => run(env, stream, form),
    })),
  ),
)

async function listIsWhole(env: Environment, stream: Stream, form: Form): Promise<void> {
  const server = await env.openServer(clusterFor(stream))
  const { items } = await listWatchOver(stream, server, form).list({}, { signal: env.signal })
  assertEqual(items.map(plain), await server.pods(), 'the list')
}

async function watchIsInOrder(env: Environment, stream: Stream, form: Form): Promise<void> {
  const server = await env.openServer(clusterFor(stream))
  const { rv } = await server.control<{ rv: string }>('GET rv')
  const events = await listWatchOver(stream, server, form).watch(
    { resourceVersion: rv },
    { signal: env.signal },
  )
  const expected = await server.write(writesFor(stream))
  const received: string[] = []
  for await (const read of events) {
    for (const event of read) received.push(tell(event))
    if (received.length >= expected.length) break
  }
  assertEqual(received, expected, 'the events')
}

async function informerFollows(env: Environment, stream: Stream, form: Form): Promise<void> {
  const server = await env.openServer(clusterFor(stream))
  const informer = informerOver(stream, server, form)
  void informer.run(env.signal)
  await informer.synced(env.signal)
  await server.write(writesFor(stream))
  await untilEqual(informer, server)
  assert(informer.status.error === undefined, `an error in the status: ${informer.status.error?.message}`)
}
