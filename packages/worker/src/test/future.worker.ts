/** A worker of another version of the protocol. */
self.onmessage = () => {
  self.postMessage({
    type: 'rejected',
    reason: 'the worker speaks protocol 99, this page 1: reload the page',
  })
}

export {}
