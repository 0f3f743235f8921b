import { connect } from 'node:tls'
import type { Clock } from '@kube-informer/core'
import { Timer } from '@kube-informer/core/internal'

/** Resolves if a TLS server accepts a connection, which is closed again. Rejects if it does not within the time. */
export function reachServer(host: string, port: number, timeoutMs: number, clock: Clock): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = new Timer(clock)
    // Whether the server can be reached is asked, not who it is.
    const socket = connect({ host, port, rejectUnauthorized: false })
    const end = (settle: () => void) => {
      timer.stop()
      socket.destroy()
      settle()
    }
    timer.start(timeoutMs, () => end(() => reject(new Error(`no connection within ${timeoutMs} ms`))))
    socket.on('error', error => end(() => (isAlert(error) ? resolve() : reject(error))))
    socket.once('secureConnect', () => end(resolve))
  })
}

/** Whether the server ended the handshake, as TLS 1.2 does with clients that lack a certificate: then it can be reached. */
const isAlert = (error: NodeJS.ErrnoException): boolean => /^ERR_SSL_.*ALERT/.test(error.code ?? '')
