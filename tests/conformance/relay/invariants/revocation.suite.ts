import { expect, test } from 'vitest'
import { SCOPES } from './history.ts'
import type { HostUnderTest } from './host-under-test.ts'
import type { Reader } from './reader.ts'
import { tokenOf } from './upstream.ts'
import { World } from './world.ts'

/** Reviews hold so long that none is repeated during a test, or so short that they are repeated at once. */
const LONG_MS = 600_000
const SHORT_MS = 200

const inNamespace = SCOPES.find(({ title }) => title === 'a label in a namespace')

/** Readers of all Pods and of one namespace, whose rights can be withdrawn, and one who may always read. */
async function openReaders(world: World) {
  const { upstream } = world
  const withdrawals = [upstream.grant('ivan'), upstream.grant('judy', 'a')]
  const revoked = [
    world.read({ user: 'ivan' }),
    world.read({ user: 'judy', ...(inNamespace && { scope: inNamespace }) }),
  ]
  const others = [world.read(), world.read()]
  await world.settled()
  await world.watching()
  const withdraw = () => {
    for (const each of withdrawals) each()
  }
  return { revoked, others, withdraw }
}

/** Waits until readers have received what ended their watch, and are refused when they return. */
async function refused(readers: readonly Reader[], code: number): Promise<void> {
  await expect
    .poll(() => readers.map(({ codes }) => codes.slice(0, 2)))
    .toEqual(readers.map(() => [code, code]))
  expect(readers.map(({ opens, ends }) => [opens, ends])).toEqual(readers.map(() => [1, 1]))
}

/** Checks that others still watch, and receive everything, and that revoked readers receive nothing. */
async function othersGoOn(
  world: World,
  { revoked, others }: { revoked: readonly Reader[]; others: readonly Reader[] },
): Promise<void> {
  const before = revoked.map(({ events }) => events.length)
  world.write(10)
  await world.settled(others)
  expect(others.map(({ opens, ends }) => [opens, ends])).toEqual(others.map(() => [1, 0]))
  expect(revoked.map(({ events }) => events.length)).toEqual(before)
}

export function revocation(host: () => HostUnderTest): void {
  test('invariant 3: where RBAC is watched, a withdrawn binding ends running watches, long before a review would be repeated', async () => {
    const world = await World.open(host(), { watchesRbac: true, reviewsHoldMs: LONG_MS })
    const { revoked, others, withdraw } = await openReaders(world)
    // Each leaf watches bindings.
    await expect.poll(() => world.upstream.bindingWatches).toBeGreaterThanOrEqual(host().isTree ? 2 : 1)
    withdraw()
    await refused(revoked, 403)
    await othersGoOn(world, { revoked, others })
  })

  test('invariant 3: where RBAC is not watched, a withdrawn binding ends running watches when the review no longer holds', async () => {
    const world = await World.open(host(), { reviewsHoldMs: SHORT_MS })
    const { revoked, others, withdraw } = await openReaders(world)
    withdraw()
    await refused(revoked, 403)
    await othersGoOn(world, { revoked, others })
  })

  test('invariant 3: a token that is revoked ends running watches when its review no longer holds', async () => {
    const world = await World.open(host(), { reviewsHoldMs: SHORT_MS })
    const { others, revoked } = await openReaders(world)
    world.upstream.revokeToken(tokenOf('ivan'))
    await refused(revoked.slice(0, 1), 401)
    await othersGoOn(world, { revoked: revoked.slice(0, 1), others })
  })

  test('invariant 3: a token that expires ends running watches, although its review still holds', async () => {
    const world = await World.open(host(), { reviewsHoldMs: LONG_MS })
    world.upstream.grant('ivan')
    const exp = Math.ceil(Date.now() / 1000) + 1
    const claims = Buffer.from(JSON.stringify({ exp })).toString('base64url')
    const expiring = world.read({ user: 'ivan', token: `${tokenOf('ivan')}.${claims}.signature` })
    const other = world.read()
    await refused([expiring], 401)
    await othersGoOn(world, { revoked: [expiring], others: [other] })
  })
}
