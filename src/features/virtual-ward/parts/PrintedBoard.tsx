import { lazy, Suspense } from 'react'
import type { BoardPaperProps } from '../paper/BoardPaper'

/** No part of the first load: nobody prints before the board is drawn. */
const BoardPaper = lazy(() =>
  import('../paper/BoardPaper').then((module) => ({ default: module.BoardPaper })),
)

/** The board on paper; nothing on the screen. */
export function PrintedBoard(props: BoardPaperProps) {
  return (
    <Suspense fallback={null}>
      <BoardPaper {...props} />
    </Suspense>
  )
}
