import type { Step } from '../step.ts'
import type { Dice } from './dice.ts'
import { type StepMaker, someName, stepOf } from './steps.ts'
import { collectionOf, nameOf, pathOf, type Subject } from './subject.ts'

type Query = readonly (readonly [string, string])[]

export const get: StepMaker = (dice, subject) => {
  const path = pathOf(subject, someName(dice))
  return stepOf(subject, {
    what: 'get',
    method: 'GET',
    path,
    query: dice.pick(GET_QUERIES),
    headers: accept(dice, ITEM_FORMS),
  })
}

export const list: StepMaker = (dice, subject) => {
  const version = dice.weighted(VERSIONS)
  const hasLimit = subject.namespaced && dice.chance(0.3)
  const limit: Query = hasLimit ? [['limit', dice.pick(['1', '2', '3', '500', '0'])]] : []
  const query = [...version, ...limit, ...selection(dice, subject)]
  return listStep(dice, subject, 'list', query)
}

/** Lists the objects of the sequence in all namespaces. No limit: objects of other clients would move page ends. */
export const listEverywhere: StepMaker = (dice, subject) => {
  const label = dice.pick(LABEL_SELECTORS)
  const query: Query = [
    ['fieldSelector', 'metadata.namespace={{ns}}'],
    ...(dice.chance(0.5) ? [['labelSelector', label] as const] : []),
  ]
  const step = listStep(dice, subject, 'list everywhere', query)
  return { ...step, path: step.path.replace('/namespaces/{{ns}}/', '/') }
}

export const listOn: StepMaker = (dice, subject) => {
  const limit: Query = subject.namespaced && dice.chance(0.6) ? [['limit', '1']] : []
  const query: Query = [['continue', '<<continue>>'], ...limit]
  return listStep(dice, subject, 'list on', [...query, ...selectionOutside(subject)])
}

export const listBadly: StepMaker = (dice, subject) =>
  listStep(dice, subject, 'list (bad)', [...dice.pick(BAD_LISTS), ...selectionOutside(subject)])

/** Sends watches that the server rejects, by status or in the stream. */
export const watchBadly: StepMaker = (dice, subject) => {
  const query = [['watch', '1'] as const, ['timeoutSeconds', '1'] as const, ...dice.pick(BAD_WATCHES)]
  return stepOf(subject, { what: 'watch (bad)', method: 'GET', path: collectionOf(subject), query })
}

export const wrongPath: StepMaker = (dice, subject) => {
  const [collection, item] = [collectionOf(subject), pathOf(subject, someName(dice))]
  const [method, path] = dice.pick([
    ['POST', item],
    ['PUT', collection],
    ['PATCH', collection],
    ['HEAD', item],
    ['GET', `${item}/nosub`],
    ['GET', `${item}/status`],
    ['PUT', `${item}/nosub`],
    ['GET', `${collection}x`],
    ['GET', `${item}/`],
    ['DELETE', `${item}/status`],
  ] as const)
  return stepOf(subject, { what: 'wrong place', method, path })
}

/** Watches of a subject from the start of the sequence. */
export function watchesOf(dice: Dice, subject: Subject): readonly Step[] {
  const start: Query = [
    ['watch', '1'],
    ['timeoutSeconds', '1'],
    ['resourceVersion', '<<start-rv>>'],
  ]
  const current: Query = [
    ['watch', '1'],
    ['timeoutSeconds', '1'],
    ...dice.pick<Query>([
      [
        ['sendInitialEvents', 'true'],
        ['resourceVersionMatch', 'NotOlderThan'],
        ['resourceVersion', '<<newest-rv>>'],
      ],
      [],
      [
        ['sendInitialEvents', 'true'],
        ['resourceVersionMatch', 'NotOlderThan'],
        ['allowWatchBookmarks', 'true'],
      ],
    ]),
  ]
  const path = collectionOf(subject)
  const request = (what: string, query: Query, headers: Record<string, string> = {}) =>
    stepOf(subject, { what, method: 'GET', path, query, headers })
  const selected = request(
    'watch, selected',
    [...start, ...selection(dice, subject)],
    accept(dice, WATCH_FORMS),
  )
  const legacy = request('watch by the old path', [...start, ...selectionOutside(subject)])
  return [
    request('watch', [...start, ...selectionOutside(subject)]),
    ...(dice.chance(0.3)
      ? [{ ...legacy, path: path.replace(/^(\/api\/v1|\/apis\/[^/]+\/[^/]+)/, '$1/watch') }]
      : []),
    selected,
    request('watch the state', [...current, ...selection(dice, subject)]),
  ]
}

function listStep(dice: Dice, subject: Subject, what: string, query: Query): Step {
  const path = collectionOf(subject)
  return stepOf(subject, { what, method: 'GET', path, query, headers: accept(dice, LIST_FORMS) })
}

function accept(dice: Dice, forms: readonly string[]): Record<string, string> {
  return dice.chance(0.2) ? { accept: dice.pick(forms) } : {}
}

/** A random selector; for cluster-scoped kinds it includes the label of the sequence. */
function selection(dice: Dice, subject: Subject): Query {
  const labels = dice.chance(0.4) ? [dice.pick(LABEL_SELECTORS)] : []
  const own = subject.namespaced ? [] : ['sequence={{ns}}']
  const fields = dice.chance(0.2) ? fieldSelection(dice, subject) : []
  const all = [...labels, ...own]
  return [...(all.length > 0 ? [['labelSelector', all.join(',')] as const] : []), ...fields]
}

function fieldSelection(dice: Dice, subject: Subject): Query {
  const selectors = [`metadata.name=${nameOf(subject, 'a')}`, `metadata.name!=${nameOf(subject, 'a')}`]
  if (subject.namespaced) selectors.push('metadata.namespace={{ns}}', 'metadata.namespace=elsewhere')
  return [['fieldSelector', dice.pick([...selectors, ...(subject.fieldSelectors ?? [])])]]
}

function selectionOutside({ namespaced }: Subject): Query {
  return namespaced ? [] : [['labelSelector', 'sequence={{ns}}']]
}

const GET_QUERIES: readonly Query[] = [
  [],
  [],
  [],
  [['resourceVersion', '<<newest-rv>>']],
  [['resourceVersion', 'abc']],
  [['watch', '1']],
  [['fieldSelector', 'metadata.name=z']],
  [['timeout', 'soon']],
]

/** Excludes reads that a lagging watch cache may answer, because their results can differ between servers. */
const VERSIONS: readonly (readonly [number, Query])[] = [
  [6, []],
  [1, [['resourceVersion', '<<newest-rv>>']]],
  [1, versioned('<<start-rv>>', 'Exact')],
  [1, versioned('<<list-rv>>', 'Exact')],
  [1, versioned('<<newest-rv>>', 'NotOlderThan')],
]

function versioned(resourceVersion: string, match: string): Query {
  return [
    ['resourceVersion', resourceVersion],
    ['resourceVersionMatch', match],
  ]
}

const LABEL_SELECTORS = [
  'tier',
  '!tier',
  'tier=front',
  'tier==front',
  'tier!=front',
  'tier in (front,back)',
  'tier notin (front, )',
  'example.com/color=red',
  'size>5',
  'size<7',
  'tier=',
  'tier=front,example.com/color!=red',
] as const

const BAD_LISTS: readonly Query[] = [
  [['labelSelector', '=x']],
  [['labelSelector', 'a,,b']],
  [['labelSelector', 'a in (']],
  [['labelSelector', 'a=b=c']],
  [['labelSelector', 'a,']],
  [['labelSelector', 'a>x']],
  [['labelSelector', `a=${'x'.repeat(64)}`]],
  [['labelSelector', 'a=-b']],
  [['labelSelector', 'a/b/c=d']],
  [['fieldSelector', 'metadata.name']],
  [['fieldSelector', 'spec.nosuch=x']],
  [['fieldSelector', 'metadata.name in (a)']],
  [['fieldSelector', 'metadata.name=a\\']],
  [['resourceVersion', 'abc']],
  [['resourceVersion', '-1']],
  [['resourceVersionMatch', 'Exact']],
  [
    ['resourceVersionMatch', 'Exact'],
    ['resourceVersion', '0'],
  ],
  [
    ['resourceVersionMatch', 'foo'],
    ['resourceVersion', '1'],
  ],
  [['sendInitialEvents', 'true']],
  [['continue', 'nonsense']],
  [['continue', 'e30=']],
  [['continue', 'e30']],
  [
    ['continue', '<<continue>>'],
    ['resourceVersion', '5'],
  ],
  [
    ['continue', '<<continue>>'],
    ['resourceVersionMatch', 'Exact'],
  ],
  [['limit', 'many']],
  [['limit', '99999999999999999999']],
  [['limit', '-1']],
  [['timeoutSeconds', 'x']],
]

const BAD_WATCHES: readonly Query[] = [
  [['resourceVersion', 'abc']],
  [['labelSelector', '=x']],
  [['fieldSelector', 'spec.nosuch=x']],
  [['sendInitialEvents', 'true']],
  [['resourceVersionMatch', 'NotOlderThan']],
  [
    ['sendInitialEvents', 'true'],
    ['resourceVersionMatch', 'Exact'],
  ],
  [['continue', 'x']],
  [['limit', 'many']],
]

const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json'
const ITEM_FORMS = [
  TABLE,
  'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io',
  'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io',
  'application/xyz',
  'application/*',
  '*/*',
  'application/json;as=Table;v=v1alpha1;g=meta.k8s.io',
] as const
const LIST_FORMS = [
  TABLE,
  'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io',
  'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io',
  'application/xyz',
  'application/json;as=Table;v=v1beta1;g=meta.k8s.io',
  'application/json;pretty=1',
] as const
const WATCH_FORMS = [TABLE, 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io'] as const
