import { isHeldSince, type HeldFrom } from '../../domain/sync/held'
import { formatMoment } from '../../domain/time'
import { listsTexts } from '../../texts/lists'
import { useEdition } from '../edition'
import { useNow } from '../time'
import styles from './Await.module.css'

export interface NotAllHereProps {
  readonly of: 'notes' | 'messages' | 'checkups' | 'patients'
  readonly heldFrom: HeldFrom
  readonly offline: boolean
}

/** That rows may be missing because not all are on this device; nothing where all are. */
export function NotAllHere({ of, heldFrom, offline }: NotAllHereProps) {
  const edition = useEdition()
  const t = listsTexts(edition).notAllHere
  const now = useNow()
  if (isHeldSince(heldFrom)) return null
  // A roster has no times: it is here, or it is not.
  const said =
    heldFrom === null || of === 'patients'
      ? t.none[of]
      : t.from[of](formatMoment(heldFrom, now, edition))
  return (
    <p className={styles['offline']}>
      {said} {offline ? t.offline : t.loading}
    </p>
  )
}
