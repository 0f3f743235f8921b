import { type Finding, signatureOf } from './finding.ts'
import type { Json } from './json.ts'
import type { Outcome } from './run.ts'
import type { Shrunk } from './shrink.ts'

/** The maximum length of a value in the report. */
const LONGEST = 400

/** One line with the command that reproduces a finding, followed by its differences. */
export function describeFinding(finding: Finding, count: number, shrunk?: Shrunk): readonly string[] {
  const { sequence, place, differences } = finding
  const again = `--seed ${sequence.seed} --from ${sequence.index} --requests 1`
  return [
    `${count}x ${signatureOf(finding)}   [npm run differential -- ${again}, step ${place}]`,
    ...differences
      .slice(0, 6)
      .flatMap(({ place: where, real, fake }) => [
        `    ${where}`,
        `      real: ${shown(real)}`,
        `      fake: ${shown(fake)}`,
      ]),
    ...(differences.length > 6 ? [`    and ${differences.length - 6} more places`] : []),
    ...(shrunk ? requestsOf(shrunk) : []),
  ]
}

/** Summarizes a run in a few lines. */
export function describeOutcome({
  requests,
  sequences,
  abandoned,
  known,
  findings,
}: Outcome): readonly string[] {
  const listed = [...known].map(([id, count]) => `  ${count}x ${id}`)
  return [
    `${requests} requests in ${sequences} sequences, of which ${abandoned} ended early`,
    ...(listed.length > 0 ? ['listed differences:', ...listed] : ['no listed difference']),
    findings.size === 0 ? 'no other difference' : `${findings.size} kinds of differences that are not listed`,
  ]
}

function requestsOf({ steps, requests }: Shrunk): readonly string[] {
  if (!steps) return ['    not reproduced']
  return ['    reproduced by:', ...requests.map(request => `      ${cut(request, 1200)}`)]
}

function shown(value: Json | undefined): string {
  return value === undefined ? 'absent' : cut(JSON.stringify(value), LONGEST)
}

function cut(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}
