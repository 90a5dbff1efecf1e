import { Button } from '@mantine/core'
import { printTexts } from '../../../texts/print'
import { useEdition } from '../../../ui/edition'
import { RefreshControl, type RefreshControlProps } from './RefreshControl'
import { Room } from './Room'

/** What is done with the whole board: refreshed, given more room, printed. */
export function BoardMenu({
  fullWidth: [fullWidth, setFullWidth],
  ...refresh
}: RefreshControlProps & {
  readonly fullWidth: readonly [boolean, (next: boolean) => void]
}) {
  const t = printTexts(useEdition()).board
  return (
    <>
      <RefreshControl {...refresh} />
      <Room fullWidth={fullWidth} onFullWidth={setFullWidth} />
      <Button variant="default" onClick={() => window.print()}>
        {t.print}
      </Button>
    </>
  )
}
