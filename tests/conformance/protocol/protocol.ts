import { describe } from 'vitest'
import { describeAccess } from './access.suite.ts'
import { describeApply } from './apply.suite.ts'
import { describeBookmarks } from './bookmarks.suite.ts'
import { describeCreations } from './creations.suite.ts'
import { describeDeletes } from './deletes.suite.ts'
import { describeErrors } from './errors.suite.ts'
import { describeEventViews } from './event-views.suite.ts'
import { describeEvents } from './events.suite.ts'
import { describeForms } from './forms.suite.ts'
import { describeHostile } from './hostile.suite.ts'
import { describeInformers } from './informers.suite.ts'
import { describeLists } from './lists.suite.ts'
import { describePaging } from './paging.suite.ts'
import { describePatches } from './patches.suite.ts'
import { describeReadiness } from './readiness.suite.ts'
import { describeRequests } from './requests.suite.ts'
import type { Target } from './target.ts'
import { describeTools } from './tools.suite.ts'
import { describeUpdates } from './updates.suite.ts'
import { describeWatchHistory } from './watch-history.suite.ts'
import { describeWatchStart } from './watch-start.suite.ts'
import { describeWire } from './wire.suite.ts'

/**
 * Runs all protocol rows on one target. Each row is a test with a cluster of its own. A target lists in `lacks` the
 * features that it does not have; rows that need them are skipped.
 */
export function describeProtocol(target: Target): void {
  describe(target.name, () => {
    describe('requests', () => describeRequests(target))
    describe('lists', () => describeLists(target))
    describe('paging', () => describePaging(target))
    describe('watch start', () => describeWatchStart(target))
    describe('watch history', () => describeWatchHistory(target))
    describe('event views', () => describeEventViews(target))
    describe('events', () => describeEvents(target))
    describe('bookmarks', () => describeBookmarks(target))
    describe('errors', () => describeErrors(target))
    describe('readiness', () => describeReadiness(target))
    describe('wire', () => describeWire(target))
    describe('forms', () => describeForms(target))
    describe('informers', () => describeInformers(target))
    describe('creations', () => describeCreations(target))
    describe('updates', () => describeUpdates(target))
    describe('patches', () => describePatches(target))
    describe('apply', () => describeApply(target))
    describe('deletes', () => describeDeletes(target))
    describe('hostile requests', () => describeHostile(target))
    describe('access', () => describeAccess(target))
    describe('tools', () => describeTools(target))
  })
}
