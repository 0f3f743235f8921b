import { HeldItem, type WorkItem } from './work-item.ts'

/** One item in process, with the priority that it had when it was handed out. */
export interface PriorityWorkItem<T> extends WorkItem<T> {
  readonly priority: number
}

/** An item of a priority queue, with its place. */
export class PriorityEntry<T> extends HeldItem<T> implements PriorityWorkItem<T> {
  priority = 0
  /** When it becomes ready. Undefined if it is ready. */
  dueAt: number | undefined = undefined
  /** When it became ready. */
  readyAt = 0
  /** Entries with higher ranks are handed out first. */
  rank = 0
  /** Counts adds. Of entries with one rank, the lowest order is handed out first. */
  order = 0
  /** Its index in the heap that it is in, or -1. */
  index = -1
}

/** The order of entries that are ready. */
export const isBefore = <T>(a: PriorityEntry<T>, b: PriorityEntry<T>): boolean =>
  a.rank === b.rank ? a.order < b.order : a.rank > b.rank

/** The order of entries that wait for their time. */
export const isDueBefore = <T>(a: PriorityEntry<T>, b: PriorityEntry<T>): boolean =>
  a.dueAt === b.dueAt ? isBefore(a, b) : (a.dueAt as number) < (b.dueAt as number)

/** Stores the index of an entry in its heap. */
export const setIndex = <T>(entry: PriorityEntry<T>, index: number): void => {
  entry.index = index
}
