import type { ReferralDecision } from './referral'

/** How far a task is (P214). */
export const taskStatuses = ['Cancelled', 'Completed', 'InProgress', 'NotStarted'] as const
export type TaskStatus = (typeof taskStatuses)[number]

/** The tabs of the task list, and which tasks each shows (O281, O282). */
export const taskTabs = {
  active: ['InProgress', 'NotStarted'],
  completed: ['Completed'],
  cancelled: ['Cancelled'],
} as const satisfies Record<string, readonly TaskStatus[]>
export type TaskTab = keyof typeof taskTabs

/** The tasks that wait for somebody. */
export const activeTaskStatuses: readonly TaskStatus[] = taskTabs.active
export const isActiveTask = (status: TaskStatus): boolean => activeTaskStatuses.includes(status)

/** What a task becomes when somebody opens it: begun, unless it was (O283). */
export const openedTask = (status: TaskStatus): TaskStatus =>
  status === 'NotStarted' ? 'InProgress' : status

/** What the task of a referral becomes with what is decided about the referral (O283). */
export const taskAfter = (decision: ReferralDecision): TaskStatus =>
  decision === 'Accepted' ? 'Completed' : 'Cancelled'
