import { useEffect, useState } from 'react'
import {
  apiKeys,
  createApiKey,
  expireApiKey,
  undoExpireApiKey,
  type ApiKey,
} from '../../data/api-key'
import { useAnswer, useCommand } from '../../engine/react'
import { apiKeyState, expiryInstant, type ExpiryHours } from '../../domain/api-key/api-key'
import { apiKeysTexts } from '../../texts/api-keys'
import { useEdition, useTexts } from '../../ui/edition'
import { showToast } from '../../ui/feedback'
import { useConfirmCommand, useSecretOnce } from '../../ui/form-kit'
import { useProblemText } from '../../ui/problem'
import { DataTable, RowButtons, type RowAction } from '../../ui/table'
import { readNow, useNow } from '../../ui/time'
import { apiKeyColumns } from './columns'
import { ExpireDialog } from './ExpireDialog'

/** Makes a key after a question and shows its secret once. */
const useAddKey = () => {
  const say = useProblemText()
  const t = apiKeysTexts(useEdition())
  const command = useCommand(createApiKey)
  const secret = useSecretOnce({ title: t.add.made })
  const lost = useConfirmCommand(
    useCommand(expireApiKey),
    ({ apiKey: name }: ApiKey) => ({
      title: t.lost.title,
      text: t.lost.text(name),
      confirmLabel: t.lost.action,
      cancelLabel: t.lost.keep,
      danger: true,
      failed: t.expire.failed,
    }),
    { toInput: ({ id }) => ({ id, expiresAt: null }) },
  )
  const sure = useConfirmCommand(
    command,
    () => ({
      title: t.add.title,
      text: t.add.text,
      confirmLabel: t.add.action,
      // A key too many: what the server says of it is shown, and there is nothing to try again.
      failed: (problem) =>
        problem.code === 'conflict:api-key-limit' ? say(problem) : t.add.failed,
      failure: ({ code }) => (code === 'conflict:api-key-limit' ? 'toast' : 'dialog'),
    }),
    {
      onDone: (key) => {
        if (key === null) return
        const { apiKey: name, secret: value } = key
        if (value === null) lost.ask(key)
        else if (!secret.show({ [t.headings.apiKey]: name, [t.headings.secret]: value }))
          showToast(`api-key lost ${name}`, t.lost.toast(name))
      },
    },
  )
  return {
    blocked: command.blocked,
    ask: () => sure.ask({}),
    dialogs: (
      <>
        {sure.dialog}
        {secret.dialog}
        {lost.dialog}
      </>
    ),
  }
}

/** Asks when, asks whether it is meant, and has the key expire. */
const useExpireKey = () => {
  const t = apiKeysTexts(useEdition()).expire
  const { run, blocked } = useCommand(expireApiKey)
  const [id, setId] = useState<string | null>(null)
  const sure = useConfirmCommand(
    { run, blocked },
    ({ id: key, hours }: { id: string; hours: ExpiryHours }) => ({
      title: t.title,
      text: (
        <>
          <strong>{key}</strong>
          <p>{t.sure(hours)}</p>
          <p>{t.effect}</p>
        </>
      ),
      confirmLabel: t.action,
      danger: true,
      failed: t.failed,
    }),
    {
      toInput: ({ id: key, hours }) => ({ id: key, expiresAt: expiryInstant(hours, readNow()) }),
    },
  )
  const dialogs = (
    <>
      {id !== null && (
        <ExpireDialog
          onClose={() => setId(null)}
          onNext={(hours) => {
            setId(null)
            sure.ask({ id, hours })
          }}
        />
      )}
      {sure.dialog}
    </>
  )
  return { blocked, ask: setId, dialogs }
}

/** /settings/api-keys: the organisation's keys, and what can be done with them. */
export function ApiKeysTab() {
  const edition = useEdition()
  const t = apiKeysTexts(edition)
  const { blocked: reasons } = useTexts().ui
  const answer = useAnswer(apiKeys, undefined)
  const now = useNow(1_000)
  const [add, expire] = [useAddKey(), useExpireKey()]
  const undo = useConfirmCommand(useCommand(undoExpireApiKey), ({ id }) => ({
    title: t.undo.title,
    text: (
      <>
        <strong>{id}</strong>
        <p>{t.undo.sure}</p>
      </>
    ),
    confirmLabel: t.undo.action,
    failed: t.undo.failed,
  }))
  const isFailing = answer.problem !== null && answer.problem.kind !== 'forbidden'
  useEffect(() => {
    if (isFailing) showToast('api keys', t.loadFailed)
  }, [isFailing, t])
  const disabled = expire.blocked === null ? null : reasons[expire.blocked]
  const menu = ({ id, deletedAt }: ApiKey): readonly RowAction[] => {
    const state = apiKeyState(deletedAt, now)
    const action = { action: 'api-key.expire', disabled } as const
    return [
      ...(state === 'expired'
        ? []
        : [{ ...action, label: t.expire.action, danger: true, onSelect: () => expire.ask(id) }]),
      ...(state === 'expiring'
        ? [{ ...action, label: t.undo.action, onSelect: () => undo.ask({ id }) }]
        : []),
    ]
  }
  const tools = (
    <RowButtons
      actions={[
        {
          label: t.add.action,
          action: 'api-key.create',
          disabled: add.blocked === null ? null : reasons[add.blocked],
          onSelect: add.ask,
        },
      ]}
    />
  )
  return (
    <>
      <h2>{t.title}</h2>
      <p>{t.text}</p>
      <DataTable
        caption={t.title}
        columns={apiKeyColumns(edition)}
        answer={answer}
        view="api-key.view"
        rowKey={({ id }) => id}
        rowName={({ apiKey }) => apiKey}
        menu={menu}
        tools={tools}
        empty={t.empty}
        failed={answer.value === null ? t.noRows : t.loadFailed}
      />
      {add.dialogs}
      {expire.dialogs}
      {undo.dialog}
    </>
  )
}
