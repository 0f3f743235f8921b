import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { sendResponse } from './send-response.ts'

/** A request that asks for an upgrade. */
export interface UpgradeRequest {
  readonly incoming: IncomingMessage
  readonly socket: Duplex
  /** The first bytes after the request. */
  readonly head: Buffer
  /** Aborts when the connection is closed. */
  readonly signal: AbortSignal
}

/** Upgrades a connection; resolves with the response to send instead, if any. */
export type UpgradeHandler = (request: UpgradeRequest) => Promise<Response | undefined>

/** Handles the event `upgrade` of a server. Never rejects: if the handler fails, the connection is destroyed. */
export async function answerUpgrade(
  handle: UpgradeHandler,
  incoming: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): Promise<void> {
  const gone = new AbortController()
  const { signal } = gone
  socket.once('close', () => gone.abort())
  // A disconnected client is not a server error.
  socket.on('error', () => socket.destroy())
  try {
    const response = await handle({ incoming, socket, head, signal })
    if (response) await refuse(response, incoming, socket, signal)
  } catch {
    // The promise is not awaited; a rejection would end the process.
    socket.destroy()
  }
}

/** Sends a response on a connection that requested an upgrade, and ends the connection. */
async function refuse(
  response: Response,
  incoming: IncomingMessage,
  socket: Duplex,
  signal: AbortSignal,
): Promise<void> {
  const outgoing = new ServerResponse(incoming)
  outgoing.shouldKeepAlive = false
  outgoing.assignSocket(socket as Parameters<ServerResponse['assignSocket']>[0])
  socket.once('close', () => outgoing.destroy())
  await sendResponse(response, incoming, outgoing, { signal, onSent: () => socket.end() })
}
