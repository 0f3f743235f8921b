import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { metaNamespaceKey } from '../api/keys.ts'
import type { KubernetesObject } from '../api/object.ts'
import {
  FORMS,
  type Form,
  PROTOBUF_FORMS,
  plainProtobufList,
  textOf,
  World,
  without,
} from '../test/corrupted-world.ts'
import type { Attack } from '../test/corrupting-fetch.ts'
import type { Corruption, Position } from '../test/corruption.ts'
import { expectRecovery, sorted } from '../test/expect-recovery.ts'
import { type PlainEvent, plainList, plainWatch } from '../test/plain-reader.ts'

/**
 * Corrupted responses under an informer in virtual time. The reference is a plain client, which reads the whole text and
 * calls `JSON.parse`. Whatever arrives:
 *
 * - nothing crashes, hangs, loops or leaks, and no rejection is unhandled;
 * - what the plain client cannot read is an error in the status at that time, and nothing after it is applied;
 * - what it can read is in the cache as it reads it;
 * - if everything before the break was valid, the cache equals the server's list again without intervention;
 * - if the bytes were valid JSON with wrong values (a changed digit), it does so after the server has sent every object
 *   and the whole list again: no client can detect such a change.
 *
 * A break may go unnoticed in three cases, since unread parts are not parsed:
 *
 * - between the members of a watch event or of a list, where it does not affect the objects;
 * - in the body of a row, where reading the row reports it;
 * - in what `trim` cuts out, where it may change the rest of that object.
 */

const RUNS = process.env.LONG ? 2_000 : 100
/** Far longer than the tests need, since other tests run on the same machine. */
const TIMEOUT_MS = process.env.LONG ? 1_800_000 : 60_000

const position: fc.Arbitrary<Position> = fc.record({
  near: fc.constantFrom('anything', 'structure'),
  index: fc.nat(1_000_000),
})
const TOKENS = [
  ...['\n', '\r\n', '\n\n', '{', '}', '[', ']', '"', '\\', ',', ':', ' ', '\0', '\u2028', '\\ud800', '\\u12'],
  ...[
    'NaN',
    'Infinity',
    '-',
    '1e999',
    'null',
    'true',
    '0',
    '"items":[],',
    '"items":[{}],',
    '"kind":"Table",',
  ],
  ...['"__proto__":{"x":1},', '"constructor":null,', '"metadata":{"name":"evil"},', '"type":"BOOKMARK",'],
  ...['"resourceVersion":"99999999999999999999999",', '"continue":"more",', '"object":{},'],
].map(token => [...new TextEncoder().encode(token)])
const NO_UTF8 = [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xf0, 0x9f], [0xef, 0xbb, 0xbf], [0xc0, 0x80]]
const length = fc.integer({ min: 1, max: 300 })
const corruption: fc.Arbitrary<Corruption> = fc.oneof(
  fc.record({ do: fc.constant('cut' as const), at: position, length }),
  fc.record({
    do: fc.constant('insert' as const),
    at: position,
    bytes: fc.constantFrom(...TOKENS, ...NO_UTF8),
  }),
  fc.record({ do: fc.constant('flip' as const), at: position, bit: fc.nat(7) }),
  fc.record({ do: fc.constant('repeat' as const), at: position, length }),
  fc.record({
    do: fc.constant('repeat-lines' as const),
    line: fc.nat(9),
    lines: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({ do: fc.constant('swap-lines' as const), line: fc.nat(9) }),
  fc.record({ do: fc.constant('truncate' as const), at: position }),
)
const attackOn = (on: Attack['on']): fc.Arbitrary<Attack> =>
  fc.record({
    on: fc.constant(on),
    corruptions: fc.array(corruption, { minLength: 1, maxLength: 3 }),
    pieces: fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 4 }),
    ending: fc.constantFrom('end' as const, 'break' as const, undefined),
  })

/** If a list contains an object twice, the last one applies. */
const lastOfEach = (objects: readonly KubernetesObject[]): readonly KubernetesObject[] => [
  ...new Map(objects.map(object => [metaNamespaceKey(object), object])).values(),
]
describe.each(FORMS)('a corrupted list, as $form less $trim', options => {
  test(
    'is refused with an error, or read as the plainest client reads it',
    async () => {
      await fc.assert(
        fc.asyncProperty(attackOn('list'), async attack => {
          const world = new World(options)
          world.network.arm(attack)
          await world.start()
          const plain = attack.ending === 'break' ? undefined : plainList(world.struck().delivered)
          const { status, indexer } = world.informer
          // An accepted list may still have a wrong resourceVersion, which the following watch reports.
          const isRefused = status.error !== undefined && !status.error.message.startsWith('watch ')
          if (isRefused) {
            expect(status.error?.message).toMatch(/^list pods|^couldn't create key for object/)
            expect(indexer.size).toBe(0)
          } else if (plain) expect(sorted(world.contents())).toEqual(sorted(lastOfEach(plain).map(textOf)))
          else expectHarmless(world, options, attack)
          await expectRecovery(world, isRefused)
        }),
        { numRuns: RUNS },
      )
    },
    TIMEOUT_MS,
  )
})

/** A break after these events was not detected; any other corruption counts as a lie. */
function expectHarmless(
  world: World,
  { form, trim }: Form,
  { corruptions }: Attack,
  before: readonly PlainEvent[] = [],
): void {
  const isShownToReaders = form === 'row' && world.contents().length < world.informer.indexer.size
  const isLie = corruptions.length > 1 || trim.length > 0
  if (!isShownToReaders && !isLie) expectReportedOrTrue(world, before)
}

describe.each(FORMS)('a corrupted watch, as $form less $trim', options => {
  test(
    'ends with an error at the first break; nothing but what came before it is taken over',
    async () => {
      await fc.assert(
        fc.asyncProperty(attackOn('watch'), async attack => {
          const world = new World(options)
          await world.start()
          await world.clock.advance(2_000)
          world.server.dropWatches()
          world.network.arm(attack)
          await world.clock.settle()
          const errors = world.collectErrors()
          await world.write()
          const { events, broken } = plainWatch(world.struck().delivered)
          const unnoticed = broken && !errors.some(text => text.includes('unable to decode an event'))
          // If the first of several breaks is in a part that is not parsed, a later one is reported.
          const mayHideOne =
            attack.corruptions.length > 1 && (options.form === 'row' || options.trim.length > 0)
          if (unnoticed || (broken && mayHideOne)) expectHarmless(world, options, attack, events)
          else expectReportedOrTrue(world, events)
          const ended = broken || attack.ending !== undefined
          const heals = !unnoticed && attack.corruptions.length === 1
          await expectRecovery(world, heals && isTrueStory(world.struck().sent, events, ended))
        }),
        { numRuns: RUNS },
      )
    },
    TIMEOUT_MS,
  )
})

describe.each(FORMS)('a corrupted watch-list, as $form less $trim', options => {
  test(
    'is replaced by a list at the first break',
    async () => {
      await fc.assert(
        fc.asyncProperty(attackOn('watch'), async attack => {
          const world = new World({ ...options, watchList: true })
          world.network.arm(attack)
          await world.start()
          const { events, broken } = plainWatch(world.struck().delivered)
          const listed = world.server.requests.some(({ kind }) => kind === 'list')
          if (broken && !listed) expectHarmless(world, options, attack, events)
          else expectReportedOrTrue(world, events)
          await expectRecovery(world, false)
        }),
        { numRuns: RUNS },
      )
    },
    TIMEOUT_MS,
  )
})

function expectReportedOrTrue(world: World, events: readonly PlainEvent[]): void {
  const reported = new Set(events.map(({ object }) => textOf(object)))
  expect(world.contents().filter(text => !reported.has(text) && !world.isTruth(text))).toEqual([])
}

/** Whether the events equal the sent ones without a gap; after an end, the next watch delivers the missing ones. */
function isTrueStory(sent: Uint8Array, events: readonly PlainEvent[], ended: boolean): boolean {
  const received = events.map(event => JSON.stringify(event))
  const truth = plainWatch(sent).events.map(event => JSON.stringify(event))
  return (ended || received.length === truth.length) && received.every((text, i) => text === truth[i])
}

const asksForTheFuture = ({ server }: World): boolean =>
  server.requests.some(({ resourceVersion }) => Number(resourceVersion) > Number(server.rv))

describe.each(PROTOBUF_FORMS)('corrupted protobuf, less $trim', options => {
  test(
    'of a list is refused with an error, or read as it is decoded as a whole',
    async () => {
      await fc.assert(
        fc.asyncProperty(attackOn('list'), async attack => {
          const world = new World(options)
          world.network.arm(attack)
          await world.start()
          const plain = attack.ending === 'break' ? undefined : plainProtobufList(world.struck().delivered)
          const { status, indexer } = world.informer
          const isRefused = status.error !== undefined && !status.error.message.startsWith('watch ')
          if (isRefused) {
            expect(status.error?.message).toMatch(/^list pods/)
            expect(indexer.size).toBe(0)
          } else if (plain) {
            const texts = lastOfEach(plain).map(object => textOf(without(object, options.trim)))
            expect(sorted(world.contents())).toEqual(sorted(texts))
          }
          await expectRecovery(world, isRefused)
        }),
        { numRuns: RUNS },
      )
    },
    TIMEOUT_MS,
  )

  test.each([false, true])(
    'of a watch recovers (as initial events: %s)',
    async watchList => {
      await fc.assert(
        fc.asyncProperty(attackOn('watch'), async attack => {
          const world = new World({ ...options, watchList })
          if (watchList) world.network.arm(attack)
          await world.start()
          if (!watchList) {
            await world.clock.advance(2_000)
            world.server.dropWatches()
            world.network.arm(attack)
            await world.clock.settle()
            await world.write()
          }
          expect(world.struck().sent.length).toBeGreaterThan(0)
          await world.clock.advance(60_000)
          // A watch from a version of the future waits for it, in either encoding.
          if (asksForTheFuture(world)) await world.stop()
          else await expectRecovery(world, false)
        }),
        { numRuns: RUNS },
      )
    },
    TIMEOUT_MS,
  )
})
