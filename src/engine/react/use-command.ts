import { useCallback, useMemo, useState } from 'react'
import { may } from '../../domain/access/may'
import type { SentAs } from '../../domain/sync/sent-as'
import {
  isOffline,
  type Call,
  type CallResult,
  type Command,
  type CommandResult,
  type DraftState,
  type Runtime,
} from '../define'
import { useObservable, useOffline, useRuntime, useSeen } from './runtime-context'

/**
 * Does something. `run` resolves with what became of it and never rejects; `busy` while it works;
 * `again`: as what the same input was sent before without an answer. `blocked`: it cannot be done
 * now, because it needs the server and there is no connection; its button is disabled and says so.
 * `forbidden`: this user may not. `parse`: the command's own reading of an input. `about`: the
 * subject of the form, bound as they were shown when it was opened; `draft`: the form's draft, whose
 * own sight of the subject is older and counts first.
 */
export const useCommand = <Input, Value>(
  command: Command<Input, Value>,
  {
    about = null,
    draft,
  }: { readonly about?: string | null; readonly draft?: Pick<DraftState, 'seen'> } = {},
): {
  readonly run: (input: Input, again?: SentAs) => Promise<CommandResult<Value>>
  readonly busy: boolean
  readonly blocked: null | 'offline'
  readonly forbidden: boolean
  readonly parse: Command<Input, Value>['parse']
} => {
  const runtime = useRuntime()
  const offline = useOffline()
  const { principal } = useObservable(runtime.session)
  const forbidden = command.action !== null && principal !== null && !may(principal, command.action)
  const blocked = offline && (!command.waits || runtime.keepsNothing) ? 'offline' : null
  const [busy, setBusy] = useState(false)
  const opened = useSeen(about)
  const kept = draft?.seen ?? null
  const run = useCallback(
    (input: Input, again?: SentAs) => {
      setBusy(true)
      return opened
        .then((found) => runtime.run(command, input, kept ?? found, again))
        .finally(() => setBusy(false))
    },
    [runtime, command, kept, opened],
  )
  const { parse } = command
  return useMemo(
    () => ({ run, busy, blocked, forbidden, parse }),
    [run, busy, blocked, forbidden, parse],
  )
}

/** Asks something now; nothing is kept. `run` never rejects. */
export const useCall = <Input, Value>(
  call: Call<Input, Value>,
): {
  readonly run: (input: Input) => Promise<CallResult<Value>>
  readonly busy: boolean
} => {
  const runtime = useRuntime()
  const [busy, setBusy] = useState(false)
  const run = useCallback(
    (input: Input) => {
      setBusy(true)
      return runtime.ask(call, input).finally(() => setBusy(false))
    },
    [runtime, call],
  )
  return useMemo(() => ({ run, busy }), [run, busy])
}

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
