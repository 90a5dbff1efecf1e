import { emergencyAccess, type EmergencyAccess } from '../../data/emergency-access'
import { may } from '../../domain/access/may'
import { emergencyLeft } from '../../domain/emergency-access/emergency-access'
import { useAnswer } from '../../engine/react'
import { usePrincipal } from '../../ui/access'
import { useTicked } from '../../ui/time'

/** That somebody opened this record in an emergency. */
export interface Emergency {
  /**
   * Until when it is open by emergency access alone, epoch milliseconds of the server: the record
   * itself says so, also before the rest is known. Undefined: they have it anyway.
   */
  readonly until: number | undefined
  /** The reader's own, while they have the record by it alone; null: they have it anyway. */
  readonly own: EmergencyAccess | null
  /** When the server said so, by the clock that ages count by. */
  readonly at: number
  /** Their own is over, whatever this device still holds. */
  readonly isOver: boolean
  /** Of others, newest first: their ward hears of it. */
  readonly others: readonly EmergencyAccess[]
}

/**
 * Emergency accesses to a record, for everybody who may open it. Asked beside the record, not before
 * it. `endsAt`: of the record's reading. `withheld`: the record is not theirs; nothing is asked then,
 * since each such question is a refusal that the log keeps.
 */
export const useEmergency = (
  patientId: string,
  endsAt: number | undefined,
  withheld: boolean,
): Emergency => {
  const principal = usePrincipal()
  const enabled = !withheld && principal !== null && may(principal, 'emergency-access.view')
  const { value, at } = useAnswer(emergencyAccess, { patientId }, { enabled })
  const own = value?.find(({ opensRecord }) => opensRecord) ?? null
  const isOver = useTicked(
    (now) => own !== null && emergencyLeft(own, now - (at ?? now)) === 0,
    own === null ? 60_000 : 1_000,
  )
  const until = endsAt ?? (own === null ? undefined : Date.parse(own.endsAt))
  return {
    until,
    own,
    at: at ?? 0,
    isOver,
    others: until === undefined ? (value ?? []).filter(({ isOwn }) => !isOwn) : [],
  }
}
