/** A worker of another version of the protocol. */
self.onmessage = () => {
  self.postMessage({
    type: 'rejected',
    reason: 'the worker uses protocol 99, this page 1: reload the page',
  })
}

export {}
