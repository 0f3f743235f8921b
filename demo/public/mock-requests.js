// The service worker of the mock: msw's own script, for the paths of the mock only. For each request, msw waits for its client,
// and in Firefox a worker does not become one before its imports have loaded: it would never start.
addEventListener('fetch', event => {
  if (!new URL(event.request.url).pathname.includes('/mock-apiserver/')) event.stopImmediatePropagation()
})
importScripts('mockServiceWorker.js')
