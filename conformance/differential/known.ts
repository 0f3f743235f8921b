import { gadgets } from './corpus/gadgets.ts'
import type { Difference } from './difference.ts'
import type { Json } from './json.ts'

/** A difference that stays, and why. `docs/fidelity.md` lists the same. */
export interface KnownDifference {
  readonly id: string
  readonly reason: string
  matches(difference: Difference): boolean
}

/** The differences that stay. */
export const KNOWN: readonly KnownDifference[] = [
  {
    id: 'go-diff',
    reason: "a refused update of a Pod's spec ends in a diff of Go's structs, which the fake leaves out",
    matches: ({ place, real, fake }) =>
      place.endsWith('message') && typeof real === 'string' && real.replace(GO_DIFF, '') === fake,
  },
  {
    id: 'rules-of-other-kinds',
    reason:
      'kinds beyond the first three rows above are checked by their types only, not by rules of their own: the fake takes more, or refuses with fewer reasons',
    matches: ({ depth, refusal = '', statuses: [real, fake] }) =>
      depth === 'metadata' && real === 422 && [200, 201, 422].includes(fake) && !/^ ""/.test(refusal),
  },
  {
    id: 'causes-twice',
    reason:
      'a refused update of a custom resource lists the errors of its metadata two or three times in `details.causes`, once in the message; the fake lists each once',
    matches: ({ path, place, statuses: [status], fake }) =>
      isCustom(path) && status === 422 && /^body\.details\.causes\[\d+\]$/.test(place) && fake === undefined,
  },
  {
    id: 'empty-metadata',
    reason:
      'an apply of empty lists or maps in the metadata of a custom resource is a write on the real server, and so is the next one, though there is nothing to see of it; the fake sees that nothing changes',
    matches: ({ path, place, real, fake }) =>
      isCustom(path) && place === 'body.metadata.resourceVersion' && numberOf(real) > numberOf(fake),
  },
  {
    id: 'methods-of-custom-resources',
    reason:
      'a method that makes no sense on a path of a custom resource (POST to an object, PUT or PATCH to a collection, DELETE of a status) is refused by the real server for its body, name or type; by the fake as for all other kinds, with 405',
    matches: ({ what, path, statuses: [real, fake] }) =>
      isCustom(path) && what.startsWith('wrong place') && real >= 400 && fake === 405,
  },
  {
    id: 'test-of-escaped',
    reason:
      'a JSON patch on the real server tests a text with `<`, `>` or `&` against its escaped form, which it never equals unless the patch is escaped, too; the fake compares the texts',
    matches: ({ what, refusal = '', statuses: [real, fake] }) =>
      what.startsWith('JSON patch') && real === 422 && fake === 200 && REJECTED.test(refusal),
  },
  {
    id: 'daemon-set-annotation',
    reason:
      "a DaemonSet's annotation of its template's generation, long deprecated, comes and goes with the way it is written; the fake follows that in part",
    matches: ({ what, place, real, fake }) =>
      what.endsWith('daemonsets') &&
      place.includes('.annotations') &&
      JSON.stringify([place, real, fake]).includes('deprecated.daemonset.template.generation'),
  },
  {
    id: 'accept-of-custom-resources',
    reason:
      'a read of one custom resource looks at the Accept header last, and takes `application/*`; the fake looks at it first, and takes what it takes for all kinds',
    matches: ({ path, method, statuses: [real, fake] }) =>
      isCustom(path) && method === 'GET' && real !== 406 && fake === 406,
  },
  {
    id: 'members-of-dry-runs',
    reason:
      'the answer to a dry run shows the `metadata.selfLink` or, of a creation, the `metadata.resourceVersion` that was sent, which are never stored; the fake leaves them out',
    matches: ({ place, fake }) => DRY_MEMBERS.test(place) && fake === undefined,
  },
  {
    id: 'unacceptable-deprecated',
    reason: 'a refused Accept header keeps the Warning of a deprecated kind away; the fake tells it',
    matches: ({ place, statuses: [real, fake] }) =>
      place.startsWith('warnings') && real === 406 && fake === 406,
  },
  {
    id: 'live-object-without-keys',
    reason: 'an apply to an object in whose lists items lack their keys is refused by both, in other words',
    matches: ({ real, fake }) =>
      /^failed to create typed live object/.test(String(real)) &&
      /^failed to merge config/.test(String(fake)),
  },
  {
    id: 'status-in-another-version',
    reason:
      "a patch of a custom resource's status may say any apiVersion on the real server; the fake refuses it",
    matches: ({ path, what, statuses: [real, fake], fake: told }) =>
      isCustom(path) &&
      what.includes('status') &&
      real === 200 &&
      fake === 422 &&
      / must be /.test(String(told)),
  },
  {
    id: 'odd-applies-of-custom-resources',
    reason:
      'where an apply that makes a custom resource has a null or a time that is none in it, the real server tells of the null besides other errors, and drops the time; the fake tells of the others alone, and refuses the time',
    matches: ({ path, what, refusal = '', statuses: [real, fake], fake: told }) =>
      isCustom(path) &&
      what.startsWith('apply') &&
      ((real === 422 && fake === 422 && refusal.includes('Invalid value: "null"')) ||
        (real < 300 && fake === 500 && /parsing time/.test(String(told)))),
  },
  {
    id: 'rows-of-empty-tables',
    reason:
      'a Table without rows has `"rows":null` for some kinds on the real server, `"rows":[]` on the fake',
    matches: ({ place, real, fake }) =>
      place.endsWith('rows') && real === null && Array.isArray(fake) && fake.length === 0,
  },
  {
    id: 'without-a-kind',
    reason: 'a custom resource without a kind is refused by both with 400, now and then in other words',
    matches: ({ path, place, real, fake }) =>
      isCustom(path) &&
      place === 'body.message' &&
      [real, fake].every(message => String(message).includes("Object 'Kind' is missing")),
  },
  {
    id: 'version-not-served',
    reason:
      'a patch that gives a custom resource an apiVersion that is not served is answered with a Warning of unknown fields, too',
    matches: ({ path, place, real, fake }) =>
      isCustom(path) &&
      place.startsWith('warnings') &&
      fake === undefined &&
      /^unknown field/.test(String(real)),
  },
  {
    id: 'element-order-panic',
    reason:
      'the real server drops the connection on a strategic merge patch with `$setElementOrder` for a list that is not there; the fake applies it',
    matches: ({ what, statuses: [real, fake] }) => what.startsWith('strategic') && real === 0 && fake === 200,
  },
]

/** From the first hunk to the end, or to what is invalid besides. */
const GO_DIFF = /\n@@ [\s\S]*?\n(?=, |\]$|$)/

/** The entry that a difference falls under, if any. */
export function knownAs(difference: Difference): KnownDifference | undefined {
  return KNOWN.find(known => known.matches(difference))
}

const DRY_MEMBERS = /^body\.metadata\.(selfLink|resourceVersion)$/

const REJECTED = /^the server rejected our request due to an error in our request$/

/** Versions are numbered as they appear, so a newer one has a higher number. */
const numberOf = (version: Json | undefined): number =>
  Number(/^<rv-(\d+)>$/.exec(String(version))?.[1] ?? Number.NaN)

const isCustom = (path: string): boolean => path.startsWith(`/apis/${gadgets.group}/`)
