import { HOSTS } from '../test/browser-hosts.ts'
import { describeConnection } from '../test/conformance/index.ts'

// The other hosts: connect-informers.browser.test.ts.
describeConnection('shared', HOSTS.shared)
describeConnection('leader', HOSTS.leader)
describeConnection('follower', HOSTS.follower)
