import type { ServerResponse } from 'node:http'

/** Sends a failure as a Kubernetes Status, whose message the page shows. */
export function sendFailure(response: ServerResponse, code: number, message: string): void {
  const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, code }
  response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(status))
}
