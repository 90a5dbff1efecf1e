import { Button } from '@mantine/core'
import { Link } from 'react-router-dom'
import { boardTexts } from '../../../texts/board'
import { wallTexts } from '../../../texts/wall'
import { useEdition } from '../../../ui/edition'
import { paths } from '../../../ui/paths'
import { useFullScreen, useIsDesk } from '../use-window'
import { IconFullScreen, IconFullWidth, IconWall } from './icons'
import styles from './panels.module.css'

/** Full width, full screen and the wall; the first two where the browser can do it (C177, C178). */
export function Room({
  fullWidth,
  onFullWidth,
}: {
  readonly fullWidth: boolean
  readonly onFullWidth: (next: boolean) => void
}) {
  const t = boardTexts(useEdition())
  const isDesk = useIsDesk()
  const screen = useFullScreen()
  const width = fullWidth ? t.fullWidth.off : t.fullWidth.on
  const full = screen?.on === true ? t.fullScreen.off : t.fullScreen.on
  return (
    <div className={styles['room']}>
      {isDesk && (
        <Button
          variant="default"
          leftSection={<IconFullWidth />}
          aria-pressed={fullWidth}
          onClick={() => onFullWidth(!fullWidth)}
        >
          {width}
        </Button>
      )}
      {screen !== null && (
        <Button
          variant="default"
          leftSection={<IconFullScreen />}
          aria-pressed={screen.on}
          onClick={screen.toggle}
        >
          {full}
        </Button>
      )}
      <Button component={Link} to={paths.wall()} variant="default" leftSection={<IconWall />}>
        {wallTexts.open}
      </Button>
    </div>
  )
}
