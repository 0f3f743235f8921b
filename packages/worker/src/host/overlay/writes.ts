import {
  type Clock,
  isNotFound,
  isStatus,
  isTooManyRequests,
  isUnexpectedServerError,
  type KubeClient,
  type KubernetesObject,
  type ObjectName,
  type Random,
  type ResourceDefinition,
  resourceName,
  StatusError,
  sleep,
  UsageError,
} from '@kube-informer/core'
import { abortable, randomId } from '@kube-informer/core/internal'
import { keyIn } from '../../api/key-in.ts'
import type { WriteRequest } from '../../wire/calls.ts'
import { hasEffect, optimisticEffect } from './optimistic-effect.ts'
import type { PendingWrite } from './pending-write.ts'
import { readState, reportedState } from './reported-state.ts'
import { checkedWrite, sendWrite } from './send-write.ts'
import { type OverlayReader, WriteOverlay } from './write-overlay.ts'
import { WriteQueues } from './write-queues.ts'

export interface WritesOptions {
  /** Reads the objects of writes whose response was lost: with the tokens of the shared reads, which outlive a page. */
  readonly client: KubeClient
  readonly clock: Clock
  readonly random: Random
  /** Sends a request until the server can be reached. */
  readonly untilReached: <T>(signal: AbortSignal, request: () => Promise<T>) => Promise<T>
}

/** A write of a page. */
export interface WriteCall {
  /** Sends the write, with the page's own token. */
  readonly client: KubeClient
  readonly resource: ResourceDefinition
  readonly write: WriteRequest
  /** A merge patch that rows show until the server has responded; false for none. @default the write's own effect */
  readonly optimistic?: unknown
  readonly signal: AbortSignal
  readonly onAccepted: (response: KubernetesObject) => void
}

/** A write and its place in the overlay. */
interface Sending {
  readonly resource: ResourceDefinition
  readonly write: WriteRequest
  readonly overlay: WriteOverlay
  readonly pending: PendingWrite<OverlayReader>
  readonly send: () => Promise<KubernetesObject>
}

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000

/**
 * The writes of a cluster's pages. Slices show the effect of a write at once, the server's response from then on, and the
 * informer's own row when it has that response or a newer state.
 */
export class Writes {
  readonly #options: WritesOptions
  /** By resource. */
  readonly #overlays = new Map<string, WriteOverlay>()
  readonly #queues = new WriteQueues()
  readonly #stop = new AbortController()

  constructor(options: WritesOptions) {
    this.#options = options
  }

  /** The pending writes of a resource. */
  overlayOf(resource: ResourceDefinition): WriteOverlay {
    const name = resourceName(resource)
    const overlay = this.#overlays.get(name) ?? new WriteOverlay(randomId(this.#options.random))
    this.#overlays.set(name, overlay)
    return overlay
  }

  /**
   * Sends a write after the earlier ones of the same object. Resolves with the object as the watch has shown it; undefined
   * where it is gone. Rejects with the server's error. Where the response was lost, the object is read: the write has
   * succeeded if the object has its effect, and rejects with the error of the request otherwise.
   */
  async run(call: WriteCall): Promise<KubernetesObject | undefined> {
    const write = checkedWrite(call.write)
    const { resource, client, signal, optimistic, onAccepted } = call
    const key = keyOf(resource, write)
    if (write.options?.dryRun || key === undefined) return this.#runUnnamed(call, write)
    const overlay = this.overlayOf(resource)
    const now = new Date(this.#options.clock.now()).toISOString()
    const pending = overlay.push(key, optimisticEffect(write, optimistic, now))
    const send = () => sendWrite(client, resource, write, signal)
    try {
      const sending = () => this.#send({ resource, write, overlay, pending, send })
      onAccepted(await this.#queues.run(`${resourceName(resource)} ${key}`, signal, sending))
    } catch (error) {
      // What was read stays until the informers have it.
      if (!pending.step.known) overlay.drop(pending)
      throw error
    }
    return abortable(pending.settled, signal)
  }

  /** Nothing is sent or read afterwards. */
  stop(): void {
    this.#stop.abort()
  }

  /** The server chooses the name, or stores nothing: rows change with the response. */
  async #runUnnamed(
    { resource, client, signal, onAccepted }: WriteCall,
    write: WriteRequest,
  ): Promise<KubernetesObject | undefined> {
    const response = await sendWrite(client, resource, write, signal)
    const key = keyOfObject(resource, response)
    const known = write.options?.dryRun ? undefined : reportedState(resource, write, response, '')
    onAccepted(response)
    if (!known || key === undefined) return response
    const overlay = this.overlayOf(resource)
    const pending = overlay.push(key, undefined)
    overlay.know(pending, known)
    return abortable(pending.settled, signal)
  }

  async #send(sending: Sending): Promise<KubernetesObject> {
    const { resource, write, overlay, pending, send } = sending
    const uid = overlay.uidOf(pending.key)
    try {
      const response = await send()
      const known = reportedState(resource, write, response, uid)
      if (known) overlay.know(pending, known)
      else this.#end(sending, response)
      return response
    } catch (error) {
      if (isRejection(error)) throw error
      return this.#readBack(sending, uid, error)
    }
  }

  /** The response says nothing about the object, such as that to an eviction. */
  #end({ overlay, pending }: Sending, response: KubernetesObject): void {
    overlay.drop(pending)
    pending.settle(isStatus(response) ? undefined : response)
  }

  /** The response was lost: the object shows what has happened. */
  async #readBack(
    { resource, write, overlay, pending }: Sending,
    uid: string,
    error: unknown,
  ): Promise<KubernetesObject> {
    let found: KubernetesObject | undefined
    try {
      found = await this.#read(resource, pending.key)
    } catch {
      throw error
    }
    overlay.know(pending, readState(found, uid))
    if (!hasEffect(write, found, uid)) throw error
    return found ?? SUCCESS
  }

  /** Undefined for an object that does not exist. Waits while the server cannot be reached. */
  async #read(resource: ResourceDefinition, object: ObjectName): Promise<KubernetesObject | undefined> {
    const { client, clock, random, untilReached } = this.#options
    const { signal } = this.#stop
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      try {
        return await untilReached(signal, () => client.get(resource, object, { signal }))
      } catch (error) {
        signal.throwIfAborted()
        if (isNotFound(error) && !isUnexpectedServerError(error)) return undefined
        if (isRejection(error) && !isTooManyRequests(error)) throw error
        await sleep(clock, pauseMs * (1 + random() / 2), signal)
      }
    }
  }
}

/** The response to a deletion that was lost. */
const SUCCESS = { kind: 'Status', apiVersion: 'v1', status: 'Success' } as const

const keyOf = (resource: ResourceDefinition, { verb, object }: WriteRequest): string | undefined =>
  verb === 'create' ? keyOfObject(resource, object) : keyIn(resource, object)

/** Undefined where the server chooses the name, and where the place is not complete. */
function keyOfObject(
  { namespaced }: ResourceDefinition,
  { metadata: { namespace, name } = {} }: KubernetesObject,
): string | undefined {
  if (!namespaced) return name || undefined
  return namespace && name ? `${namespace}/${name}` : undefined
}

/** Whether the server has rejected the request. After any other error, it may have carried it out. */
function isRejection(error: unknown): boolean {
  if (error instanceof UsageError) return true
  return error instanceof StatusError && error.code >= 400 && error.code < 500 && error.code !== 408
}
