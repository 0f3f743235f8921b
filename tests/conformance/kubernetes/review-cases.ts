/** A request that both servers answer equally. */
export interface ReviewCase {
  readonly title: string
  readonly method?: 'GET'
  readonly path: string
  /** The `spec` of a review, or a whole object. */
  readonly spec?: object
  readonly metadata?: object
  /** Whose token the request has. @default 'admin' */
  readonly as?: 'admin' | 'jane' | 'bob' | 'unknown'
  readonly headers?: Readonly<Record<string, string>>
}

/** The users besides the administrator; the token is the name. Members of `devs` may read Pods. */
export const USERS = [
  { token: 'jane', username: 'jane', uid: 'u-1', groups: ['devs', 'ops'] },
  { token: 'bob', username: 'bob', uid: 'u-2', groups: ['ops'] },
] as const

const AUTHENTICATION = '/apis/authentication.k8s.io/v1'
const AUTHORIZATION = '/apis/authorization.k8s.io/v1'
const TOKEN = `${AUTHENTICATION}/tokenreviews`
const SELF = `${AUTHENTICATION}/selfsubjectreviews`
const ACCESS = `${AUTHORIZATION}/subjectaccessreviews`
const SELF_ACCESS = `${AUTHORIZATION}/selfsubjectaccessreviews`
const LOCAL_ACCESS = `${AUTHORIZATION}/namespaces/a/localsubjectaccessreviews`
const API = 'https://kubernetes.default.svc'

const PODS = { verb: 'list', resource: 'pods', namespace: 'a' }
const METRICS = { path: '/metrics', verb: 'get' }

const tokens: readonly ReviewCase[] = [
  { title: 'the token of a user', path: TOKEN, spec: { token: 'jane' } },
  { title: 'an unknown token', path: TOKEN, spec: { token: 'nope' } },
  { title: 'no token', path: TOKEN, spec: {} },
  { title: 'the audience of the server', path: TOKEN, spec: { token: 'jane', audiences: [API, 'x'] } },
  { title: 'another audience', path: TOKEN, spec: { token: 'jane', audiences: ['x'] } },
  { title: 'a named review', path: TOKEN, spec: { token: 'bob' }, metadata: { name: 'n' } },
  { title: 'by a user without the right', path: TOKEN, spec: { token: 'jane' }, as: 'jane' },
  { title: 'a GET', method: 'GET', path: TOKEN },
]

const selves: readonly ReviewCase[] = [
  { title: 'of a user', path: SELF, as: 'jane' },
  { title: 'of the administrator', path: SELF },
  { title: 'with an unknown token', path: SELF, as: 'unknown' },
]

const asking = (title: string, more: object): ReviewCase => ({
  title,
  path: ACCESS,
  spec: { groups: ['devs'], resourceAttributes: { ...PODS, ...more } },
})

const accesses: readonly ReviewCase[] = [
  { title: 'of a group', path: ACCESS, spec: { user: 'x', groups: ['devs'], resourceAttributes: PODS } },
  { title: 'of a user without its groups', path: ACCESS, spec: { user: 'jane', resourceAttributes: PODS } },
  asking('of another verb', { verb: 'delete' }),
  asking('of all namespaces', { namespace: undefined }),
  asking('of a subresource', { subresource: 'log', verb: 'get' }),
  asking('of another API group', { group: 'apps' }),
  {
    title: 'with uid and extra',
    path: ACCESS,
    spec: { uid: '1', groups: ['system:masters'], extra: { a: ['b'] }, resourceAttributes: PODS },
  },
  { title: 'of a path', path: ACCESS, spec: { user: 'x', nonResourceAttributes: METRICS } },
  { title: 'of nothing', path: ACCESS, spec: { user: 'x' } },
  { title: 'of nothing, without a user', path: ACCESS, spec: {} },
  { title: 'without a user', path: ACCESS, spec: { resourceAttributes: PODS } },
  {
    title: 'of two things',
    path: ACCESS,
    spec: { user: 'x', resourceAttributes: PODS, nonResourceAttributes: METRICS },
  },
  {
    title: 'with a name',
    path: ACCESS,
    spec: { user: 'x', resourceAttributes: PODS },
    metadata: { name: 'n' },
  },
  {
    title: 'by a user without the right',
    path: ACCESS,
    spec: { user: 'x', resourceAttributes: PODS },
    as: 'jane',
  },
  { title: 'about oneself', path: SELF_ACCESS, spec: { resourceAttributes: PODS }, as: 'jane' },
  { title: 'about oneself, of nothing', path: SELF_ACCESS, spec: {}, as: 'bob' },
  { title: 'in a namespace', path: LOCAL_ACCESS, spec: { groups: ['devs'], resourceAttributes: PODS } },
  {
    title: 'in another namespace',
    path: LOCAL_ACCESS,
    spec: { groups: ['devs'], resourceAttributes: { ...PODS, namespace: 'b' } },
  },
  {
    title: 'of a path in a namespace',
    path: LOCAL_ACCESS,
    spec: { user: 'x', nonResourceAttributes: METRICS },
  },
]

const selectors: readonly ReviewCase[] = [
  asking('texts', { labelSelector: { rawSelector: 'app=web' }, fieldSelector: { rawSelector: 'a=b' } }),
  asking('requirements', {
    labelSelector: { requirements: [{ key: 'app', operator: 'In', values: ['a', 'b'] }] },
    fieldSelector: { requirements: [{ key: 'spec.nodeName', operator: 'NotIn', values: ['n1'] }] },
  }),
  asking('both forms', {
    labelSelector: { rawSelector: 'a=b', requirements: [{ key: 'app', operator: 'Exists' }] },
    fieldSelector: { rawSelector: 'a=b', requirements: [{ key: 'x', operator: 'Exists' }] },
  }),
  asking('neither form', { labelSelector: {}, fieldSelector: {} }),
  asking('texts that are wrong', {
    labelSelector: { rawSelector: 'a in (' },
    fieldSelector: { rawSelector: 'a' },
  }),
  asking('terms that are partially unknown', {
    labelSelector: {
      requirements: [
        { key: 'a', operator: 'Gt', values: ['1'] },
        { key: 'b', operator: 'Exists' },
      ],
    },
    fieldSelector: {
      requirements: [
        { key: 'a', operator: 'In', values: ['1', '2'] },
        { key: 'b', operator: 'NotIn', values: ['x'] },
      ],
    },
  }),
  asking('terms that are unknown', {
    labelSelector: { requirements: [{ key: 'a', operator: 'Gt', values: ['1'] }] },
    fieldSelector: { requirements: [{ key: 'a', operator: 'Exists' }] },
  }),
  asking('terms that are invalid', {
    labelSelector: {
      requirements: [
        { key: '-bad/', operator: 'In' },
        { key: 'b', operator: 'Exists', values: ['-x'] },
      ],
    },
    fieldSelector: {
      requirements: [{ operator: 'In' }, { key: 'b', operator: 'Exists', values: ['x'] }],
    },
  }),
]

const impersonate = (user: string, more: Readonly<Record<string, string>> = {}) => ({
  'impersonate-user': user,
  ...more,
})

const impersonations: readonly ReviewCase[] = [
  {
    title: 'with all headers',
    path: SELF,
    headers: impersonate('joe', {
      'impersonate-group': 'g',
      'impersonate-uid': 'u',
      'impersonate-extra-Example.com%2Fscope': 's',
    }),
  },
  { title: 'of a service account', path: SELF, headers: impersonate('system:serviceaccount:ns:sa') },
  { title: 'of the anonymous user', path: SELF, headers: impersonate('system:anonymous') },
  {
    title: 'with the group of everyone',
    path: SELF,
    headers: impersonate('joe', { 'impersonate-group': 'system:authenticated' }),
  },
  { title: 'of a group only', path: SELF, headers: { 'impersonate-group': 'g' } },
  { title: 'of a uid only', path: SELF, headers: { 'impersonate-uid': 'u', 'impersonate-extra-b': 'x' } },
  { title: 'of a user without rights', method: 'GET', path: '/api/v1/pods', headers: impersonate('joe') },
  {
    title: 'of a group with a right',
    method: 'GET',
    path: '/api/v1/namespaces/a/pods/x',
    headers: impersonate('joe', { 'impersonate-group': 'devs' }),
  },
  ...[
    ['a user', 'admin'],
    ['a service account', 'system:serviceaccount:ns:sa'],
    ['a node', 'system:node:n1'],
  ].flatMap(([what = '', user = ''] = []): ReviewCase[] => [
    {
      title: `of ${what} without the right`,
      method: 'GET',
      path: '/api/v1/pods',
      as: 'jane',
      headers: impersonate(user),
    },
    {
      title: `of ${what} with groups, without the right`,
      method: 'GET',
      path: '/api/v1/namespaces/a/pods/x',
      as: 'jane',
      headers: impersonate(user, { 'impersonate-group': 'system:masters' }),
    },
  ]),
  {
    title: 'for a path, without the right',
    method: 'GET',
    path: '/version',
    as: 'jane',
    headers: impersonate('admin'),
  },
]

const requests: readonly ReviewCase[] = [
  { title: 'a user with the right', method: 'GET', path: '/api/v1/namespaces/a/pods/x', as: 'jane' },
  { title: 'a user without the right', method: 'GET', path: '/api/v1/pods', as: 'bob' },
  { title: 'a path', method: 'GET', path: '/metrics', as: 'bob' },
]

/** By the subject of the test. */
export const REVIEW_CASES: Readonly<Record<string, readonly ReviewCase[]>> = {
  'a TokenReview': tokens,
  'a SelfSubjectReview': selves,
  'an access review': accesses,
  'selectors of an access review': selectors,
  impersonation: impersonations,
  requests,
}
