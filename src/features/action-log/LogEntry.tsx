import { memo } from 'react'
import { Link } from 'react-router-dom'
import {
  partsOf,
  signOf,
  type ActionLogEntry,
  type MessagePart,
} from '../../domain/action-log/entry'
import { formatTime } from '../../domain/time'
import { actionLogTexts } from '../../texts/action-log'
import { May } from '../../ui/access'
import { useEdition } from '../../ui/edition'
import { IconCheck, IconWarning } from '../../ui/layout/icons'
import { paths } from '../../ui/paths'
import styles from './ActionLogTab.module.css'

/** What a message names, as a link where it has a page. */
function Part({ part: { text, entity } }: { readonly part: MessagePart }) {
  const id = entity?.instance ?? null
  if (id !== null && entity?.type === 'ward')
    return (
      <May permission="view_wards" feature="wards" otherwise={text}>
        <Link to={paths.ward(id, 'patients')}>{text}</Link>
      </May>
    )
  if (id !== null && entity?.type === 'carePathway')
    return (
      <May permission="view_care_pathways" otherwise={text}>
        <Link to={paths.pathway(id, 'checkuptypes')}>{text}</Link>
      </May>
    )
  return text
}

/** One entry: what was done, by whom, and when. */
export const LogEntry = memo(function LogEntry({ entry }: { readonly entry: ActionLogEntry }) {
  const edition = useEdition()
  const t = actionLogTexts(edition)
  const { user, loggedInAs, affectedOrganization, actingOrganization, createdAt } = entry
  const sign = signOf(entry)
  return (
    <div className={styles['entry']} data-sign={sign ?? 'none'}>
      <p className={styles['message']}>
        {sign !== null && (
          <span className={styles['sign']}>
            {sign === 'alert' ? <IconWarning size={18} /> : <IconCheck size={18} />}
            <span className="visually-hidden">{t.signs[sign]}</span>
          </span>
        )}
        <span dir="auto">
          {partsOf(entry).map((part) => (
            <Part key={part.at} part={part} />
          ))}
        </span>
      </p>
      <p className={styles['meta']}>
        <span>
          {t.by(
            user === null ? t.system : (user.name ?? t.stranger),
            (actingOrganization ?? affectedOrganization).name,
          )}
        </span>
        <time dateTime={createdAt}>{formatTime(createdAt, edition)}</time>
        {loggedInAs !== null && <strong>{t.loggedInAs(loggedInAs.name ?? t.support)}</strong>}
      </p>
    </div>
  )
})
