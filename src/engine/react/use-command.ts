import { useCallback, useMemo, useState } from 'react'
import { may } from '../../domain/access/may'
import type { SentAs } from '../../domain/sync/sent-as'
import type { Call, CallResult, Command, CommandResult, DraftState } from '../define'
import { useObservable, useOffline, useRuntime } from './runtime-context'
import { useSeen } from './use-seen'

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
