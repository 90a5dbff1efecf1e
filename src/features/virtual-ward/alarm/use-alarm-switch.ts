import { useMay } from '../../../ui/access'
import { oneOf, useStoredPreference } from '../stored-preference'

const readSound = oneOf([true, false], false)

/** Whether this desk sounds of grave alerts, and how to change that; null: it cannot, or its user sees no alerts. */
export const useAlarmSwitch = (): {
  readonly isOn: boolean
  readonly toggle: () => void
} | null => {
  const mayView = useMay('alert.view')
  const [isOn, setOn] = useStoredPreference('virtual_ward_sound', readSound)
  return mayView && 'AudioContext' in globalThis ? { isOn, toggle: () => setOn(!isOn) } : null
}
