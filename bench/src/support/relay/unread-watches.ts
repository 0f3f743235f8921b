import { connect } from 'node:net'

/** A process that opens watches with distinct selectors, and reads none of them: `node unread-watches.ts PORT COUNT`. */
const [port, count] = process.argv.slice(2).map(Number)

for (let watch = 0; watch < Number(count); watch++) {
  const socket = connect(Number(port), '127.0.0.1')
  // A socket that the ended relay resets.
  socket.on('error', () => {})
  socket.pause()
  const path = `/api/v1/pods?watch=1&resourceVersion=0&labelSelector=burst-${watch}!%3Dx`
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer other\r\n\r\n`)
}
