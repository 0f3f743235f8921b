// deno run --allow-net=127.0.0.1 deno.js: prints its port
import { denoUpgrade, webSocketWatches } from '@kube-informer/apiserver'
import { createHandler } from './fake.ts'

declare const Deno: {
  serve(
    options: { hostname: string; port: number; onListen(address: { port: number }): void },
    handler: (request: Request) => Promise<Response>,
  ): unknown
}

const onListen = ({ port }: { port: number }) => console.log(port)
Deno.serve({ hostname: '127.0.0.1', port: 0, onListen }, webSocketWatches(createHandler(), denoUpgrade))
