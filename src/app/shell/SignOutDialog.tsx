import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useConnection, useSession } from '../../engine/react'
import { leavingTexts, type LeavingTexts } from '../../texts/leaving'
import { useEdition } from '../../ui/edition'
import { Dialog } from '../../ui/feedback'
import { paths } from '../../ui/paths'
import styles from './frames.module.css'

export interface SignOutDialogProps {
  /** The sign-out is under way: what waits is being sent, for 10 seconds at most. */
  readonly leaving: boolean
  /** The keys of the forms in which something was typed and not sent. */
  readonly typed: readonly string[]
  readonly onLeave: () => void
  readonly onStay: () => void
}

type Kind = keyof LeavingTexts['signOut']['typed']['kinds']

/** What kind of form each key is of, by its first word, and how many there are. */
const typedKinds = (keys: readonly string[]): readonly (readonly [Kind, number])[] => {
  const kinds = keys.flatMap((key): readonly Kind[] => {
    const [first = '', second] = key.split(' ')
    // Whom a note is about belongs to the note.
    if (first === 'note' && second === 'about') return []
    return [kindOf[first] ?? 'other']
  })
  return [...new Set(kinds)].map((kind) => [kind, kinds.filter((one) => one === kind).length])
}

const kindOf: Readonly<Record<string, Kind>> = {
  note: 'note',
  chat: 'chat',
  handover: 'handover',
  refer: 'referral',
  admit: 'admission',
  ews: 'thresholds',
  correct: 'correction',
  'bulk-add-patients': 'upload',
}

/** Before a sign-out with unsent work: it is safe and will be sent in the user's name. */
export function SignOutDialog({ leaving, typed, onLeave, onStay }: SignOutDialogProps) {
  const t = leavingTexts(useEdition()).signOut
  const { waiting, refused, state } = useConnection()
  const { me } = useSession()
  const unsent = waiting + refused
  const heading = unsent > 0 ? t.heading(unsent) : t.typed.heading
  const [atFirst] = useState(waiting)
  const sent = Math.max(0, atFirst - waiting)
  if (leaving) {
    return (
      <Dialog title={heading} role="alertdialog" size="small">
        <div className={styles['leaving']}>
          <output>
            {atFirst === 0
              ? t.goes
              : state === 'offline' || waiting === 0
                ? t.leaving
                : t.sending(sent, atFirst)}
          </output>
          {atFirst > 0 && (
            <progress max={atFirst} value={sent} aria-label={t.sending(sent, atFirst)} />
          )}
        </div>
      </Dialog>
    )
  }
  const words = (
    <div className={styles['leaving']}>
      {waiting > 0 && (
        <p>
          {t.body(unsent)} {t.later(waiting)}
        </p>
      )}
      {refused > 0 && (
        <p>
          <strong>{waiting === 0 ? t.attentionAll(refused) : t.attention(refused)}</strong>{' '}
          <Link to={paths.sync()} onClick={onStay}>
            {t.look}
          </Link>
        </p>
      )}
      {waiting > 0 && <p>{state === 'offline' ? t.offline : t.online}</p>}
    </div>
  )
  return (
    <Dialog
      title={heading}
      role="alertdialog"
      size="small"
      onClose={onStay}
      actions={
        <>
          <Button variant="default" onClick={onStay} data-autofocus>
            {t.cancel}
          </Button>
          <Button onClick={onLeave}>{t.confirm}</Button>
        </>
      }
    >
      {unsent > 0 && (me === null || me.loggedInAs === null ? words : <p>{t.acting}</p>)}
      {typed.length > 0 && (
        <div className={styles['leaving']}>
          <p>
            <strong>{t.typed.deleted}</strong>
          </p>
          <ul>
            {typedKinds(typed).map(([kind, count]) => (
              <li key={kind}>{t.typed.kinds[kind](count)}</li>
            ))}
          </ul>
          <p>{t.typed.first}</p>
        </div>
      )}
    </Dialog>
  )
}
