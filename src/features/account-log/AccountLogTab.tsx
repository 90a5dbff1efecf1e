import { Button } from '@mantine/core'
import { useState } from 'react'
import { accountLogs, type AccountLogEntry } from '../../data/action-log'
import { joinPages } from '../../domain/action-log/entry'
import type { Edition } from '../../domain/organization/organization'
import { formatDateTime } from '../../domain/time'
import { useAnswer, useCall } from '../../engine/react'
import { accountLogTexts } from '../../texts/account-log'
import { useEdition } from '../../ui/edition'
import { showToast } from '../../ui/feedback'
import { DataTable, type Column } from '../../ui/table'

const columnsIn = (edition: Edition): readonly Column<AccountLogEntry>[] => {
  const t = accountLogTexts(edition)
  return [
    {
      id: 'at',
      heading: t.headings.at,
      cell: ({ createdAt }) => formatDateTime(createdAt, edition),
      sortBy: ({ createdAt }) => createdAt,
    },
    {
      id: 'user',
      heading: t.headings.user,
      cell: ({ account }) => account.name ?? t.nobody,
      rowHeader: true,
    },
    {
      id: 'what',
      heading: t.headings.what,
      cell: ({ message, loggedInAs }) => (
        <>
          <span dir="auto">{message}</span>
          {loggedInAs !== null && (
            <>
              <br />
              <strong>{t.actedBy(loggedInAs.name ?? t.nobody)}</strong>
            </>
          )}
        </>
      ),
    },
    { id: 'device', heading: t.headings.device, cell: ({ device }) => device || t.nobody },
    { id: 'address', heading: t.headings.address, cell: ({ address }) => address || t.nobody },
  ]
}

/** /settings/sign-in-log: what was done with the accounts of the organisation's users. */
export function AccountLogTab() {
  const edition = useEdition()
  const t = accountLogTexts(edition)
  const answer = useAnswer(accountLogs, { fromActionLogId: null })
  const { run, busy } = useCall(accountLogs)
  const [loaded, setLoaded] = useState<{
    readonly entries: readonly AccountLogEntry[]
    readonly next: string | null
  } | null>(null)
  const page = answer.value === null ? null : joinPages(answer.value, loaded)
  const older = async (): Promise<void> => {
    if (page?.next == null) return
    const result = await run({ fromActionLogId: page.next })
    if (result.kind === 'refused') showToast('account-log', t.moreFailed)
    else setLoaded({ entries: [...page.entries, ...result.value.entries], next: result.value.next })
  }
  return (
    <>
      <h2>{t.title}</h2>
      <p>{t.text}</p>
      <DataTable
        caption={t.title}
        columns={columnsIn(edition)}
        answer={{ ...answer, value: page === null ? null : page.entries }}
        view="account-log.view"
        rowKey={({ id }) => id}
        rowName={({ account }) => account.name ?? t.nobody}
        pageSize={50}
        empty={t.none}
        failed={t.failed}
      />
      {page?.next != null && !answer.offline && (
        <Button variant="default" loading={busy} onClick={() => void older()}>
          {t.more}
        </Button>
      )}
    </>
  )
}
