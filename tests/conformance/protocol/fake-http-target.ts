import { serve } from '@kube-informer/testing/node'
import { createFake, openFake, TOKEN } from './fake-target.ts'
import { rawRequest } from './raw-request.ts'
import type { Target } from './target.ts'

/** Event loop iterations that bytes need between two sockets of this process; no virtual time passes. */
const QUIET_TICKS = 30

/** A fake apiserver for each test, on a local port. Client and server use virtual time. */
export const fakeHttpTarget: Target = {
  name: 'the fake apiserver, over HTTP',
  lacks: {},
  open: async defer => {
    const parts = createFake({ quietTicks: QUIET_TICKS })
    const { url, close } = await serve(parts.server, { compress: '1.37', allowedHosts: 'any' })
    defer(close)
    return {
      ...(await openFake(parts, defer, { baseUrl: url, fetch })),
      wire: { url, token: TOKEN },
      raw: rawRequest(url, { authorization: `Bearer ${TOKEN}` }),
    }
  },
}
