import { deviceZone } from '../../domain/time'
import { foreignZone, zoneName } from '../../domain/time/wall'
import { useTexts } from '../edition'
import { useTicked } from '../time'

/** Says in which zone times are told while the device's clock shows another time; else nothing. */
export function ZoneNote({ className }: { readonly className?: string | undefined }) {
  const t = useTexts().ui.zone
  const zone = useTicked(foreignZoneAt)
  if (zone === null) return null
  return (
    <p className={className} title={t.device(zoneName(deviceZone()))}>
      {t.told(zoneName(zone))}
    </p>
  )
}

const foreignZoneAt = (ms: number) => foreignZone(ms)
