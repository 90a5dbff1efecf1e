import type { CDPSession } from '@playwright/test'
import type { MainTask } from './task-trace'

interface Node {
  readonly id: number
  readonly callFrame: {
    readonly functionName: string
    readonly url: string
    readonly lineNumber: number
  }
  readonly children?: readonly number[]
}
interface Profile {
  readonly nodes: readonly Node[]
  readonly samples?: readonly number[]
  readonly timeDeltas?: readonly number[]
  readonly startTime: number
}

/** What ran in a task, longest first: `self` and `total` as milliseconds by samples on the wall. */
export interface Ran {
  readonly name: string
  readonly self: number
  readonly total: number
}

/**
 * Samples the page's thread until the function it answers is called, which tells what ran in a task
 * (of `traceTasks`). Sampling slows the page: for looking, not for measuring.
 */
export const profileTasks = async (
  session: CDPSession,
): Promise<
  () => Promise<(task: Pick<MainTask, 'startedUs' | 'wall'> | null) => readonly Ran[]>
> => {
  await session.send('Profiler.enable')
  await session.send('Profiler.setSamplingInterval', { interval: 500 })
  await session.send('Profiler.start')
  return async () => {
    const {
      nodes,
      samples = [],
      timeDeltas = [],
      startTime,
    } = (await session.send('Profiler.stop')).profile as Profile
    const byId = new Map(nodes.map((node) => [node.id, node]))
    const parents = new Map(
      nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)),
    )
    const nameOf = ({ callFrame }: Node): string =>
      `${callFrame.functionName || '(anonymous)'} ${callFrame.url.split('/').at(-1) ?? ''}:${callFrame.lineNumber + 1}`
    return (task) => {
      const found = new Map<string, { self: number; total: number }>()
      let at = startTime
      samples.forEach((id, index) => {
        at += timeDeltas[index] ?? 0
        if (task !== null && (at < task.startedUs || at > task.startedUs + task.wall * 1000)) return
        const ms = Math.min(timeDeltas[index + 1] ?? 0, 20_000) / 1000
        const seen = new Set<string>()
        for (
          let node = byId.get(id), isSelf = true;
          node !== undefined;
          node = byId.get(parents.get(node.id) ?? -1), isSelf = false
        ) {
          const name = nameOf(node)
          const sum = found.get(name) ?? { self: 0, total: 0 }
          if (isSelf) sum.self += ms
          if (!seen.has(name)) sum.total += ms
          seen.add(name)
          found.set(name, sum)
        }
      })
      return [...found]
        .map(([name, sum]) => ({ name, ...sum }))
        .toSorted((a, b) => b.total - a.total)
    }
  }
}
