import { Button } from '@mantine/core'
import { useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { useOffline, useResource, useSession } from '../../engine/react'
import { patientChat } from '../../data/chat'
import { may } from '../../domain/access/may'
import { isChatOpen } from '../../domain/chat/chat'
import { formatFullName } from '../../domain/identity'
import { chatTexts } from '../../texts/chat'
import { usePrincipal } from '../../ui/access'
import { useEdition } from '../../ui/edition'
import { Await, EmptyState, NotAllHere, readAs, TextSkeleton } from '../../ui/feedback'
import type { PatientTabProps } from '../../ui/room'
import { Timeline } from '../../ui/timeline'
import { MessageRow, type ShownMessage } from './MessageRow'
import { SendMessage } from './SendMessage'
import { MarkUnread, useUnread } from './Unread'
import { ScrollArea } from '../../ui/layout'
import styles from './ChatTab.module.css'

const refreshEveryMs = 60_000
/** This near to the end, pixels, a reader is at the newest message. */
const nearPx = 40
const entry = (message: ShownMessage) => <MessageRow message={message} />
const keyOf = ({ id }: ShownMessage) => id
const cameAt = ({ createdAt }: ShownMessage) => createdAt

interface MessagesProps {
  readonly patientId: string
  readonly rows: readonly ShownMessage[]
  readonly older: (() => Promise<void>) | null
  /** What is said before the first of them. */
  readonly before: ReactNode
}

/** The messages in a window of their own, which stands at the newest unless somebody read back. */
function Messages({ patientId, rows: told, older, before }: MessagesProps) {
  const t = chatTexts(useEdition())
  const { ids, total } = useUnread(patientId, told)
  const rows = useMemo(
    () => told.map((row) => (ids.has(row.id) ? { ...row, isUnread: true } : row)),
    [told, ids],
  )
  const box = useRef<HTMLElement>(null)
  const [isAtEnd, setIsAtEnd] = useState(true)
  const [fetching, setFetching] = useState(false)
  const newest = rows.at(-1)?.id
  const toEnd = (): void => {
    if (box.current !== null) box.current.scrollTop = box.current.scrollHeight
  }
  // Another newest message moves only a reader who stands at the end.
  useLayoutEffect(() => {
    const shown = box.current
    if (isAtEnd && newest !== undefined && shown !== null) shown.scrollTop = shown.scrollHeight
  }, [newest, isAtEnd])
  return (
    <>
      <ScrollArea
        ref={box}
        role="log"
        label={t.log}
        className={styles['messages']}
        onScroll={({ currentTarget: at }) =>
          setIsAtEnd(at.scrollHeight - at.scrollTop - at.clientHeight < nearPx)
        }
      >
        {older !== null && (
          <Button
            variant="default"
            loading={fetching}
            onClick={() => {
              setFetching(true)
              void older().finally(() => setFetching(false))
            }}
          >
            {t.older}
          </Button>
        )}
        {before}
        <Timeline rows={rows} rowKey={keyOf} at={cameAt} entry={entry} />
      </ScrollArea>
      {!isAtEnd && (
        <Button data-print="off" variant="default" onClick={toEnd}>
          {t.newest}
        </Button>
      )}
      <MarkUnread
        ids={rows.flatMap(({ id, isUnread }) => (isUnread === true ? [id] : []))}
        total={total}
      />
    </>
  )
}

/** The chat of this patient with the acting organisation, newest last (C169). */
export function ChatTab({ patient }: PatientTabProps) {
  const t = chatTexts(useEdition())
  const principal = usePrincipal()
  const organization = useSession().me?.actingOrganization
  const reading = useResource(patientChat, { patientId: patient.id }, { refreshEveryMs })
  const offline = useOffline()
  const isOpen = isChatOpen(
    principal?.features.has('wards') === true,
    organization?.id ?? '',
    patient.wardAdmission,
  )
  return (
    <section aria-labelledby="patient-chat" className={styles['root']}>
      <h2 id="patient-chat">{t.heading}</h2>
      <p className={styles['about']}>
        {t.about(formatFullName(patient), organization?.name ?? '')} {t.urgent}
      </p>
      <Await
        of={readAs(reading, offline)}
        failed={t.failed}
        skeleton={<TextSkeleton lines={6} />}
        empty={<EmptyState title={t.empty.title} text={t.empty.text} />}
        offline={t.emptyOffline}
      >
        {(rows) => (
          <Messages
            patientId={patient.id}
            rows={rows}
            older={offline ? null : reading.older}
            before={<NotAllHere of="messages" heldFrom={reading.heldFrom} offline={offline} />}
          />
        )}
      </Await>
      {!isOpen && <p className={styles['closed']}>{t.closed}</p>}
      {isOpen && principal !== null && may(principal, 'chat.send') && (
        <SendMessage key={patient.id} patient={patient} shown={reading.rows} />
      )}
    </section>
  )
}
