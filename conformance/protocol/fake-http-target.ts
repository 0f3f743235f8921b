import { serve } from '@kube-informer/testing/node'
import { createFake, openFake, TOKEN } from './fake-target.ts'
import { rawRequest } from './raw-request.ts'
import type { Target } from './target.ts'

/** Bytes between two sockets of this process take some turns of its event loop, and no time. */
const QUIET_TICKS = 30

/** A fake apiserver for each test, behind a port of this machine. Time is virtual on both sides of the wire. */
export const fakeHttpTarget: Target = {
  name: 'the fake apiserver, over HTTP',
  lacks: {},
  open: async defer => {
    const parts = createFake({ quietTicks: QUIET_TICKS })
    const { url, close } = await serve(parts.server, { compress: '1.37' })
    defer(close)
    return {
      ...(await openFake(parts, defer, { baseUrl: url, fetch })),
      wire: { url, token: TOKEN },
      raw: rawRequest(url, { authorization: `Bearer ${TOKEN}` }),
    }
  },
}
