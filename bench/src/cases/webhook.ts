import type { BenchCase, Sample, Setup } from '../runner/bench-case.ts'
import { median } from '../runner/statistics.ts'
import { podReview } from '../support/webhook/pod-review.ts'

const contenders: BenchCase['contenders'] = [
  { name: 'JSON.parse and JSON.stringify', run: parseAndStringify, floor: true },
  { name: 'a handler that reads the body and answers', run: setup => measureAnswers(setup, '/', answerOf) },
  { name: 'webhookHandler', run: callHandler },
]

/** controller-runtime's BenchmarkDefaulter "with changes", with the body's text on both ends. */
export const webhook: BenchCase = {
  name: 'webhook',
  extra: true,
  description:
    'an admission request with a Pod of 30 kB -> one field gets a default; the median of {rounds} requests',
  metrics: [{ key: 'microseconds', unit: 'us', digits: 1 }],
  setup: { rounds: 2000, warmUps: 2 },
  smoke: { rounds: 5, warmUps: 0 },
  contenders,
}

/** The first request of a process: the code is loaded, and not compiled yet. */
export const webhookFirst: BenchCase = {
  ...webhook,
  name: 'webhook-first',
  description: 'the first admission request of a process, with a Pod of 30 kB -> one field gets a default',
  setup: { rounds: 1, warmUps: 0 },
  smoke: {},
}

async function parseAndStringify(setup: Setup): Promise<Sample> {
  const body = podReview()
  return measure(setup, async () => {
    if (JSON.stringify(JSON.parse(body)).length !== body.length) throw new Error('the text has changed')
  })
}

interface Review {
  readonly request: { readonly uid: string }
}

/** What a server has to do that writes a constant patch. */
async function answerOf(request: Request): Promise<Response> {
  const { request: asked } = (await request.json()) as Review
  return Response.json({
    apiVersion: 'admission.k8s.io/v1',
    kind: 'AdmissionReview',
    response: { uid: asked.uid, allowed: true, patchType: 'JSONPatch', patch: btoa('[]') },
  })
}

async function callHandler(setup: Setup): Promise<Sample> {
  const { defaulting, webhookHandler } = await import('@kube-informer/controller/webhook')
  const { pods } = await import('@kube-informer/core/resources')
  const handler = webhookHandler([
    defaulting(pods, draft => {
      if (draft.spec) draft.spec.terminationGracePeriodSeconds ??= 30
    }),
  ])
  return measureAnswers(setup, '/mutate--v1-pod', handler)
}

/** Measures requests from the creation of the request until the text of the answer is there. */
function measureAnswers(
  setup: Setup,
  path: string,
  handler: (request: Request) => Promise<Response>,
): Promise<Sample> {
  // A server gets bytes.
  const body = new TextEncoder().encode(podReview())
  const headers = { 'content-type': 'application/json' }
  return measure(setup, async () => {
    const response = await handler(
      new Request(`https://webhook.example${path}`, { method: 'POST', headers, body }),
    )
    const answer = await response.text()
    if (!answer.includes('"patch"')) throw new Error(`unexpected answer: ${answer}`)
  })
}

/** The median time of the rounds. */
async function measure({ rounds }: Setup, round: () => Promise<void>): Promise<Sample> {
  const times: number[] = []
  for (let left = Number(rounds); left > 0; left--) {
    const started = performance.now()
    await round()
    times.push(performance.now() - started)
  }
  return { microseconds: median(times) * 1000 }
}
