import { gadgets } from './corpus/gadgets.ts'
import type { Difference } from './difference.ts'
import type { Json } from './json.ts'

/** An accepted difference and its reason. `docs/fidelity.md` has the same list. */
export interface KnownDifference {
  readonly id: string
  readonly reason: string
  matches(difference: Difference): boolean
}

/** The accepted differences. */
export const KNOWN: readonly KnownDifference[] = [
  {
    id: 'go-diff',
    reason:
      "the rejection of an update of a Pod's spec ends with a diff of Go structs; the fake omits the diff",
    matches: ({ place, real, fake }) =>
      place.endsWith('message') && typeof real === 'string' && real.replace(GO_DIFF, '') === fake,
  },
  {
    id: 'rules-of-other-kinds',
    reason:
      'kinds that are not in the first three rows above are checked by their types only, not by their own rules: the fake accepts more, or rejects with fewer reasons',
    matches: ({ depth, rejection = '', statuses: [real, fake] }) =>
      depth === 'metadata' && real === 422 && [200, 201, 422].includes(fake) && !/^ ""/.test(rejection),
  },
  {
    id: 'causes-twice',
    reason:
      'the rejection of an update of a custom resource lists the errors of its metadata two or three times in `details.causes`, but once in the message; the fake lists each error once',
    matches: ({ path, place, statuses: [status], fake }) =>
      isCustom(path) && status === 422 && /^body\.details\.causes\[\d+\]$/.test(place) && fake === undefined,
  },
  {
    id: 'empty-metadata',
    reason:
      'an apply of empty lists or maps in the metadata of a custom resource is a write on the real server each time, although nothing visible changes; the fake detects that nothing changes',
    matches: ({ path, place, real, fake }) =>
      isCustom(path) && place === 'body.metadata.resourceVersion' && numberOf(real) > numberOf(fake),
  },
  {
    id: 'methods-of-custom-resources',
    reason:
      'the real server rejects an invalid method on a path of a custom resource (POST to an object, PUT or PATCH to a collection, DELETE of a status) because of its body, name or type; the fake responds with 405, as for all other kinds',
    matches: ({ what, path, statuses: [real, fake] }) =>
      isCustom(path) && what.startsWith('wrong place') && real >= 400 && fake === 405,
  },
  {
    id: 'test-of-escaped',
    reason:
      'the test operation of a JSON patch on the real server compares a text that contains `<`, `>` or `&` with its escaped form, so it fails unless the patch is escaped too; the fake compares the texts',
    matches: ({ what, rejection = '', statuses: [real, fake] }) =>
      what.startsWith('JSON patch') && real === 422 && fake === 200 && REJECTED.test(rejection),
  },
  {
    id: 'daemon-set-annotation',
    reason:
      'whether a DaemonSet has the deprecated annotation with the generation of its template depends on how it was written; the fake implements this in part',
    matches: ({ what, place, real, fake }) =>
      what.endsWith('daemonsets') &&
      place.includes('.annotations') &&
      JSON.stringify([place, real, fake]).includes('deprecated.daemonset.template.generation'),
  },
  {
    id: 'accept-of-custom-resources',
    reason:
      'a read of one custom resource checks the Accept header last and accepts `application/*`; the fake checks it first and accepts the same types as for all kinds',
    matches: ({ path, method, statuses: [real, fake] }) =>
      isCustom(path) && method === 'GET' && real !== 406 && fake === 406,
  },
  {
    id: 'members-of-dry-runs',
    reason:
      'the response to a dry run contains the `metadata.selfLink` or, for a creation, the `metadata.resourceVersion` of the request, which are never stored; the fake omits them',
    matches: ({ place, fake }) => DRY_MEMBERS.test(place) && fake === undefined,
  },
  {
    id: 'unacceptable-deprecated',
    reason:
      'the real server sends no Warning about a deprecated kind if it rejects the Accept header; the fake sends it',
    matches: ({ place, statuses: [real, fake] }) =>
      place.startsWith('warnings') && real === 406 && fake === 406,
  },
  {
    id: 'live-object-without-keys',
    reason: 'both reject an apply to an object whose list items lack their keys, with different messages',
    matches: ({ real, fake }) =>
      /^failed to create typed live object/.test(String(real)) &&
      /^failed to merge config/.test(String(fake)),
  },
  {
    id: 'status-in-another-version',
    reason:
      "the real server accepts any apiVersion in a patch of a custom resource's status; the fake rejects it",
    matches: ({ path, what, statuses: [real, fake], fake: message }) =>
      isCustom(path) &&
      what.includes('status') &&
      real === 200 &&
      fake === 422 &&
      / must be /.test(String(message)),
  },
  {
    id: 'odd-applies-of-custom-resources',
    reason:
      'if an apply that creates a custom resource contains a null or an invalid time, the real server reports the null in addition to other errors, and drops the time; the fake reports only the other errors, and rejects the time',
    matches: ({ path, what, rejection = '', statuses: [real, fake], fake: message }) =>
      isCustom(path) &&
      what.startsWith('apply') &&
      ((real === 422 && fake === 422 && rejection.includes('Invalid value: "null"')) ||
        (real < 300 && fake === 500 && /parsing time/.test(String(message)))),
  },
  {
    id: 'rows-of-empty-tables',
    reason:
      'a Table without rows has `"rows":null` for some kinds on the real server, and `"rows":[]` on the fake',
    matches: ({ place, real, fake }) =>
      place.endsWith('rows') && real === null && Array.isArray(fake) && fake.length === 0,
  },
  {
    id: 'without-a-kind',
    reason: 'both reject a custom resource without a kind with 400, sometimes with different messages',
    matches: ({ path, place, real, fake }) =>
      isCustom(path) &&
      place === 'body.message' &&
      [real, fake].every(message => String(message).includes("Object 'Kind' is missing")),
  },
  {
    id: 'version-not-served',
    reason:
      'if a patch sets an apiVersion of a custom resource that is not served, the real server also sends a Warning about unknown fields',
    matches: ({ path, place, real, fake }) =>
      isCustom(path) &&
      place.startsWith('warnings') &&
      fake === undefined &&
      /^unknown field/.test(String(real)),
  },
  {
    id: 'element-order-panic',
    reason:
      'the real server drops the connection for a strategic merge patch with `$setElementOrder` for a list that does not exist; the fake applies the patch',
    matches: ({ what, statuses: [real, fake] }) => what.startsWith('strategic') && real === 0 && fake === 200,
  },
]

/** From the first hunk to the end, or to the next error. */
const GO_DIFF = /\n@@ [\s\S]*?\n(?=, |\]$|$)/

/** The entry that matches a difference. */
export function knownAs(difference: Difference): KnownDifference | undefined {
  return KNOWN.find(known => known.matches(difference))
}

const DRY_MEMBERS = /^body\.metadata\.(selfLink|resourceVersion)$/

const REJECTED = /^the server rejected our request due to an error in our request$/

/** resourceVersions are numbered in order of appearance, so a newer one has a higher number. */
const numberOf = (revision: Json | undefined): number =>
  Number(/^<rv-(\d+)>$/.exec(String(revision))?.[1] ?? Number.NaN)

const isCustom = (path: string): boolean => path.startsWith(`/apis/${gadgets.group}/`)
