import { memo } from 'react'
import { Link } from 'react-router-dom'
import type { ChatMessage } from '../../domain/chat/chat'
import { formatStaffName } from '../../domain/identity'
import { formatDateTime, formatTime } from '../../domain/time'
import { needsPerson, type Waiting } from '../../engine/react'
import { chatTexts } from '../../texts/chat'
import { RefusedMark, WaitingMark } from '../../ui/clinical'
import { useEdition } from '../../ui/edition'
import { paths } from '../../ui/paths'
import { useProblemText } from '../../ui/problem'
import styles from './ChatTab.module.css'

/** A message, with its state where this device has not delivered it. */
export type ShownMessage = ChatMessage & {
  readonly waiting?: Waiting
  /** The user has not marked it as read. */
  readonly isUnread?: boolean
}

/** From here on it is told that a message waited: it may not know what was said meanwhile. */
const waitedMs = 60_000
const waited = ({ capturedAt, createdAt }: ChatMessage): boolean =>
  Date.parse(createdAt) - Date.parse(capturedAt) >= waitedMs

/** One message. What is written is text, whatever it looks like. */
export const MessageRow = memo(function MessageRow({
  message,
}: {
  readonly message: ShownMessage
}) {
  const say = useProblemText()
  const edition = useEdition()
  const { row: t, unread } = chatTexts(edition)
  const { waiting, createdBy, organization, isFromPatient } = message
  const author = formatStaffName(createdBy) || t.unknownAuthor
  const problem = waiting?.problem === undefined ? '' : say(waiting.problem)
  return (
    <div
      className={styles['message']}
      data-from={isFromPatient ? 'patient' : 'staff'}
      data-waiting={waiting?.state ?? 'none'}
    >
      <p className={styles['meta']}>
        <strong>{isFromPatient ? t.patient(author) : t.staff(author, organization.name)}</strong>
        {message.isUnread === true && <span className={styles['mark']}>{unread.one}</span>}
        <time dateTime={message.createdAt}>{formatTime(message.createdAt, edition)}</time>
        {waiting === undefined && waited(message) && (
          <span className="kept">{t.written(formatDateTime(message.capturedAt, edition))}</span>
        )}
      </p>
      <p dir="auto" className={styles['text']}>
        {message.message}
      </p>
      {waiting !== undefined && (
        <div className={styles['unsent']}>
          {needsPerson(waiting.state) ? (
            <RefusedMark
              state={waiting.state}
              reason={waiting.state === 'stuck' ? t.stuck(problem) : problem}
            />
          ) : (
            <WaitingMark state={waiting.state} />
          )}
          <Link to={paths.sync(waiting.commandId)}>
            {needsPerson(waiting.state) ? t.decide : t.inCentre}
          </Link>
        </div>
      )}
    </div>
  )
})
