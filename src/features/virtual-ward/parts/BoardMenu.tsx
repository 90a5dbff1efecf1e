import { Button } from '@mantine/core'
import { Link } from 'react-router-dom'
import { alarmTexts } from '../../../texts/alarm'
import { printTexts } from '../../../texts/print'
import { useEdition, useTexts } from '../../../ui/edition'
import { paths } from '../../../ui/paths'
import type { useAlarmSwitch } from '../alarm/use-alarm-switch'
import { RefreshControl, type RefreshControlProps } from './RefreshControl'
import { Room } from './Room'

/** What is done with the whole board: refreshed, given more room, printed. */
export function BoardMenu({
  alarm,
  fullWidth: [fullWidth, setFullWidth],
  ...refresh
}: RefreshControlProps & {
  readonly alarm: ReturnType<typeof useAlarmSwitch>
  readonly fullWidth: readonly [boolean, (next: boolean) => void]
}) {
  const t = printTexts(useEdition()).board
  return (
    <>
      <RefreshControl {...refresh} />
      {alarm !== null && (
        <Button variant="default" aria-pressed={alarm.isOn} onClick={alarm.toggle}>
          {alarmTexts.sound}
        </Button>
      )}
      <Room fullWidth={fullWidth} onFullWidth={setFullWidth} />
      <Button component={Link} variant="default" to={paths.handover()}>
        {useTexts().doors.handover}
      </Button>
      <Button variant="default" onClick={() => window.print()}>
        {t.print}
      </Button>
    </>
  )
}
