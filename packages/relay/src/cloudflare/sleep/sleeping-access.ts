import type { Clock } from '@kube-informer/core'
import type { AccessAttributes } from '../../api/access-attributes.ts'
import { endStatus } from '../../end-status.ts'
import { parseRead } from '../../http/read-target.ts'
import type { Access, AccessCheck } from '../../watches/access-check.ts'
import { INTERNAL_URL } from '../internal-requests.ts'
import { inParallel } from './in-parallel.ts'
import { sendLast } from './send-last.ts'
import { type SleepingReader, storeReader } from './stored-reader.ts'

const CONCURRENT_CHECKS = 64
/** A check without an answer is repeated after this time, */
const RETRY_MS = 1000
/** at most this many times. */
const MAX_FAILURES = 3

export interface SleepingAccessOptions {
  readonly check: Pick<AccessCheck, 'decide'>
  readonly clock: Pick<Clock, 'now'>
}

/**
 * Checks the access of sleeping readers where it is due, and ends the watches of those that may no longer read. Resolves
 * with the others.
 */
export async function checkSleeping(
  readers: readonly SleepingReader[],
  options: SleepingAccessOptions,
): Promise<readonly SleepingReader[]> {
  const kept = await inParallel(CONCURRENT_CHECKS, readers, reader => checked(reader, options))
  return kept.filter(reader => reader !== undefined)
}

async function checked(
  reader: SleepingReader,
  { check, clock }: SleepingAccessOptions,
): Promise<SleepingReader | undefined> {
  const { socket, stored } = reader
  // The reader opens its watch again, with its token.
  if (stored.validUntil - clock.now() < 1000) return void socket.close(1000)
  if (stored.checkAt > clock.now()) return reader
  const attributes = parseRead(new Request(INTERNAL_URL + stored.path))?.attributes
  if (!attributes) return void socket.close(1000)
  const access = await decide(stored.identity, attributes, check)
  if (access && !access.decision.allowed) return void end(reader, access, attributes)
  if (!access && stored.failures >= MAX_FAILURES) return void end(reader, 'unchecked', attributes)
  const plan = access
    ? { checkAt: access.checkedUntil, failures: 0 }
    : { checkAt: clock.now() + RETRY_MS, failures: stored.failures + 1 }
  const planned = { socket, stored: { ...stored, ...plan } }
  storeReader(socket, planned.stored)
  return planned
}

async function decide(
  identity: Access['identity'],
  attributes: AccessAttributes,
  check: SleepingAccessOptions['check'],
): Promise<Access | undefined> {
  try {
    return await check.decide(identity, attributes, new AbortController().signal)
  } catch {
    return undefined
  }
}

const end = (
  { socket }: SleepingReader,
  problem: Parameters<typeof endStatus>[0],
  attributes: AccessAttributes,
): void => sendLast(socket, endStatus(problem, attributes))
