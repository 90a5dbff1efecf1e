import { ActionIcon } from '@mantine/core'
import { Link } from 'react-router-dom'
import { boardTexts } from '../../../texts/board'
import { wallTexts } from '../../../texts/wall'
import { useEdition } from '../../../ui/edition'
import { Tooltip } from '../../../ui/feedback'
import { paths } from '../../../ui/paths'
import { useFullScreen, useIsDesk } from '../use-window'
import { IconFullScreen, IconFullWidth, IconWall } from './icons'

/** Full width and full screen, each where the browser can do it (C177, C178). */
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
    <>
      {isDesk && (
        <Tooltip label={width}>
          <ActionIcon
            aria-label={width}
            aria-pressed={fullWidth}
            onClick={() => onFullWidth(!fullWidth)}
          >
            <IconFullWidth />
          </ActionIcon>
        </Tooltip>
      )}
      {screen !== null && (
        <Tooltip label={full}>
          <ActionIcon aria-label={full} aria-pressed={screen.on} onClick={screen.toggle}>
            <IconFullScreen />
          </ActionIcon>
        </Tooltip>
      )}
      <Tooltip label={wallTexts.open}>
        <ActionIcon component={Link} to={paths.wall()} aria-label={wallTexts.open}>
          <IconWall />
        </ActionIcon>
      </Tooltip>
    </>
  )
}
