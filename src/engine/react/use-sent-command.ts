import { useCallback } from 'react'
import { isOffline, type Command, type CommandResult, type Runtime } from '../define'
import { useRuntime } from './runtime-context'
import { useCommand } from './use-command'

/** So long a person is not told whether the server has it, milliseconds. */
const waitsMs = 2_000

/** Whether a command left this device's list of waiting work in time. */
const hasLeft = ({ outbox, connection }: Runtime, id: string): Promise<boolean> =>
  new Promise((resolve) => {
    const isListed = (): boolean => outbox.get().some((item) => item.id === id)
    let wasListed = isListed()
    const stops: (() => void)[] = []
    const end = (left: boolean): void => {
      clearTimeout(timer)
      for (const stop of stops) stop()
      resolve(left)
    }
    const look = (): void => {
      const listed = isListed()
      if (isOffline(connection.get())) end(false)
      else if (wasListed && !listed) end(true)
      wasListed ||= listed
    }
    const timer = setTimeout(() => end(!isListed()), waitsMs)
    stops.push(outbox.subscribe(look), connection.subscribe(look))
    look()
  })

/**
 * As useCommand, for who tells a person what became of it: `done` where the server has it, in two
 * seconds at most, and `saved` where it waits on this device, whether or not the connection seems
 * to be there.
 */
export const useSentCommand = <Input, Value>(
  command: Command<Input, Value>,
  options: Parameters<typeof useCommand>[1] = {},
): {
  readonly run: (input: Input) => Promise<CommandResult<Value> | { readonly kind: 'done' }>
} => {
  const runtime = useRuntime()
  const { run } = useCommand(command, options)
  return {
    run: useCallback(
      async (input: Input) => {
        const result = await run(input)
        return result.kind === 'saved' && (await hasLeft(runtime, result.id))
          ? { kind: 'done' as const }
          : result
      },
      [runtime, run],
    ),
  }
}
